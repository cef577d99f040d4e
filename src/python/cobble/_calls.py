"""Makes the functions for nodes from the library's tables."""

from __future__ import annotations

import inspect
import json
import keyword
import textwrap
from typing import Any, Callable

import numpy as np

from ._nodes import WORD, Node
from ._types import CATALOG, TABLE, is_required, nearest
from ._values import number_of, plain

# Types of keys whose values contain colours.
_COLORED = ("color", "colors", "stops")


def parameter_name(key: str) -> str:
    """Returns a key's name in Python: base_height for "base-height", from_ for "from"."""
    name = key.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _input(value: Any, name: str) -> Any:
    """Returns an input: a node, or the text of a number or a colour."""
    if isinstance(value, Node):
        return value
    number = number_of(value)
    if number is not None:
        return repr(number)
    if isinstance(value, str):
        return value if WORD.fullmatch(value) and value not in TABLE else Node(value)
    raise TypeError(
        f"{name} must be a node, a number, a colour or a formula, not {type(value).__name__}"
    )


def _inputs(value: Any, name: str) -> Any:
    if isinstance(value, (list, tuple)):
        return [_input(one, name) for one in value]
    return _input(value, name)


def _item(value: Any, name: str, is_colored: bool) -> Any:
    """Returns a number, a colour or a list of them, as formulas write them."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_item(one, name, is_colored) for one in value]
    number = number_of(value)
    if number is not None:
        return repr(number)
    if isinstance(value, str) and is_colored:
        return json.dumps(value, ensure_ascii=False)
    wanted = "have numbers or colours" if is_colored else "be a number or a list of numbers"
    raise TypeError(f"{name} must {wanted}, not {type(value).__name__}")


def _piece(key: dict[str, Any], value: Any, name: str) -> Any:
    """Returns a key's value as formulas write it."""
    kind = key["type"]
    if kind == "input":
        return _input(value, name)
    if kind == "inputs":
        return _inputs(value, name)
    if kind == "bool":
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
        return "true" if value else "false"
    if kind in ("text", "choice"):
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__}")
        return json.dumps(value, ensure_ascii=False)
    if kind == "object":
        if not isinstance(value, dict):
            raise TypeError(f"{name} must be a dict, not {type(value).__name__}")
        return plain(value)
    if kind in ("integer", "number") and not isinstance(value, (list, tuple, np.ndarray)):
        number = number_of(value)
        if number is None:
            raise TypeError(f"{name} must be a number, not {type(value).__name__}")
        return repr(number)
    return _item(value, name, kind in _COLORED)


def _default(key: dict[str, Any]) -> Any:
    """Returns the default of an optional key, as signatures show it."""
    return key.get("default", {} if key["type"] == "object" else None)


def _signature(keys: list[dict[str, Any]], places: list[str], many: bool) -> inspect.Signature:
    by_name = {key["key"]: key for key in keys}
    parameters = []
    is_optional = False
    for place in places:
        key = by_name[place]
        is_optional |= not is_required(key)
        parameters.append(
            inspect.Parameter(
                parameter_name(place),
                inspect.Parameter.POSITIONAL_ONLY if many
                else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=_default(key) if is_optional else inspect.Parameter.empty,
            )
        )
    if many:
        parameters.append(inspect.Parameter("more", inspect.Parameter.VAR_POSITIONAL))
    for key in keys:
        if key["key"] not in places:
            parameters.append(
                inspect.Parameter(
                    parameter_name(key["key"]),
                    inspect.Parameter.KEYWORD_ONLY,
                    default=inspect.Parameter.empty if is_required(key) else _default(key),
                )
            )
    return inspect.Signature(parameters, return_annotation=Node)


def _paragraph(text: str, indent: str = "") -> str:
    return textwrap.fill(text, 96, initial_indent=indent, subsequent_indent=indent + "    ",
                         break_long_words=False, break_on_hyphens=False)


def _key_line(key: dict[str, Any]) -> str:
    text = f"{parameter_name(key['key'])}: {key['help'] or key['value']}"
    if key["help"]:
        text += f"; {key['value']}"
    default = json.dumps(key["default"]) if "default" in key else key.get("default_text", "")
    return text + (f" (default: {default})" if default and not is_required(key) else "")


def _doc(summary: str, lines: list[str]) -> str:
    return "\n".join([_paragraph(summary[0].upper() + summary[1:] + "."), "", *lines, ""])


def _make(name: str, row: dict[str, Any], keys: list[dict[str, Any]], places: list[str],
          summary: str, call: str) -> Callable[..., Node]:
    """Returns the function for a type. `name`: its name in formulas. `keys`: those it can set."""
    by_parameter = {parameter_name(key["key"]): key for key in keys}
    place_keys = [key for place in places for key in keys if key["key"] == place]
    required = [parameter_name(key["key"]) for key in keys if is_required(key)]
    many = "takes_many" in row
    python_name = parameter_name(name)

    def function(*args: Any, **kwargs: Any) -> Node:
        if len(args) > len(place_keys) and not many:
            raise TypeError(
                f"{python_name}() takes at most {len(place_keys)} arguments without a name, "
                f"got {len(args)}"
            )
        pieces: list[Any] = []
        given = []
        for index, value in enumerate(args):
            key = place_keys[min(index, len(place_keys) - 1)]
            given.append(parameter_name(key["key"]))
            pieces.append(_piece(key, value, f"{python_name}: {given[-1]}"))
        for parameter, value in kwargs.items():
            if value is None:  # not given
                continue
            found = by_parameter.get(parameter)
            if found is None:
                hint = nearest(parameter, by_parameter)
                raise TypeError(
                    f"{python_name}() has no argument {parameter!r}" + (f"; {hint}" if hint else "")
                )
            if parameter in given:
                raise TypeError(f"{python_name}() got {parameter!r} twice")
            given.append(parameter)
            pieces.append((found["key"], _piece(found, value, f"{python_name}: {parameter}")))
        for parameter in required:
            if parameter not in given:
                raise TypeError(f"{python_name}() needs the argument {parameter!r}; as in {call}")
        if "keys" not in row:  # in formulas, short forms take their arguments by place only
            by_name = dict(zip(given, pieces))
            pieces = [by_name[parameter_name(key["key"])] for key in place_keys]
            pieces = [piece[1] if isinstance(piece, tuple) else piece for piece in pieces]
        return Node._call(name, pieces, tuple(given), row.get("name", ""))

    function.__name__ = function.__qualname__ = python_name
    function.__module__ = "cobble"
    lines = ["In formulas:", "    " + call, "", "Arguments:"]
    lines += [_paragraph(_key_line(key), "    ") for key in keys]
    function.__doc__ = _doc(summary, lines)
    function.__signature__ = _signature(keys, places, many)  # type: ignore[attr-defined]
    return function


def _of_type(row: dict[str, Any]) -> Callable[..., Node]:
    return _make(row["name"], row, row["keys"], row["arguments"], row["summary"], row["call"])


def _short_form(row: dict[str, Any]) -> Callable[..., Node]:
    """Returns a function that stands for other nodes, such as sqrt."""
    call = row["call"]
    summary = f"{row['summary']}: short for {row['expands_to']}"
    if "type" in row:  # fbm, ridged and hybrid have the keys of fractal
        of_type = TABLE[row["type"]]
        keys = [key for key in of_type["keys"] if key["key"] != "kind"]
        return _make(row["name"], of_type, keys, ["source", "octaves"], summary, call)
    keys = [
        {"key": place, "type": "input", "value": "a node or a number", "help": "", "required": True}
        for place in places_of(row)
    ]
    return _make(row["name"], {}, keys, [key["key"] for key in keys], summary, call)


def places_of(row: dict[str, Any]) -> list[str]:
    """Returns the arguments in a short form's call: "a" and "b" for "pow(a, b)"."""
    places: list[str] = row["call"][len(row["name"]) + 1 : -1].split(", ")
    return places


def tables() -> list[Callable[..., Node]]:
    """Returns all functions: types in the order of the list, then short forms."""
    return [_of_type(row) for row in TABLE.values()] + [
        _short_form(row) for row in CATALOG["functions"]
    ]

