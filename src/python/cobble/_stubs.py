"""Prints the type stubs of the functions that make nodes: `python3 -m cobble._stubs`."""

from __future__ import annotations

import inspect
from typing import Any

from ._calls import parameter_name, places_of, tables
from ._types import CATALOG, TABLE

_HEADER = '''"""Made by `python3 -m cobble._stubs`: the functions that make nodes."""

from typing import Any, Literal, Mapping, Optional, Sequence, Union

import numpy as np

from ._nodes import Node, NodeLike

_Numbers = Union[Sequence[float], "np.ndarray[Any, Any]"]
_Color = Union[str, float, Sequence[float]]
'''

# The Python types of keys.
_TYPES = {
    "integer": "int",
    "number": "float",
    "bool": "bool",
    "text": "str",
    "size": "Union[float, _Numbers]",
    "vector": "Union[float, _Numbers]",
    "scale": "Union[float, _Numbers]",
    "by-axis": "Union[float, _Numbers]",
    "list": "_Numbers",
    "range": "_Numbers",
    "pairs": 'Union[Sequence[Sequence[float]], "np.ndarray[Any, Any]"]',
    "color": "_Color",
    "colors": "Sequence[_Color]",
    "stops": "Sequence[Sequence[Any]]",
    "object": "Mapping[str, Any]",
    "input": "NodeLike",
    "inputs": "Union[NodeLike, Sequence[NodeLike]]",
}


def _type_of(key: dict[str, Any], keys: list[dict[str, Any]]) -> str:
    if key["type"] == "choice":
        return "Literal[" + ", ".join(f'"{choice}"' for choice in key["choices"]) + "]"
    of_same = {_TYPES.get(other["type"], "Any") for other in keys if other["key"] == key["key"]}
    return of_same.pop() if len(of_same) == 1 else "Any"


def _stub(function: Any, keys: list[dict[str, Any]]) -> str:
    types = {parameter_name(key["key"]): _type_of(key, keys) for key in keys}
    parts, is_keyword = [], False
    parameters = inspect.signature(function).parameters.values()
    for k, parameter in enumerate(parameters):
        if parameter.kind is parameter.VAR_POSITIONAL:
            parts.append(f"*{parameter.name}: NodeLike")
            is_keyword = True
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            parts.append("*")
            is_keyword = True
        kind = types[parameter.name]
        if parameter.default is not parameter.empty:
            kind = f"Optional[{kind}] = ..." if parameter.default is None else f"{kind} = ..."
        parts.append(f"{parameter.name}: {kind}")
        is_last_place = parameter.kind is parameter.POSITIONAL_ONLY and k == 1
        if is_last_place:
            parts.append("/")
    return f"def {function.__name__}({', '.join(parts)}) -> Node: ..."


def stubs() -> str:
    """Returns the text of `_functions.pyi`."""
    keys_of = {parameter_name(name): row["keys"] for name, row in TABLE.items()}
    for row in CATALOG["functions"]:
        places = [{"key": place, "type": "input"} for place in places_of(row)]
        keys_of[row["name"]] = TABLE[row["type"]]["keys"] if "type" in row else places
    lines = [_stub(function, keys_of[function.__name__]) for function in tables()]
    names = "".join(f'    "{function.__name__}",\n' for function in tables())
    return f"{_HEADER}\n__all__ = [\n{names}]\n\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(stubs(), end="")
