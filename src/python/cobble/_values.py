"""Converts Python values to those of recipes, and checks arguments."""

from __future__ import annotations

import json
import math
import numbers
import os
from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._errors import Error

Path = Union[str, "os.PathLike[str]"]


def text(value: Any, name: str) -> str:
    """Returns a str that is valid Unicode without NUL, as all texts of recipes are."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} is not valid Unicode: {value!r}") from None
    if "\0" in value:
        raise ValueError(f"{name} has a NUL character: {value!r}")
    return value


def path(value: Any, name: str = "path") -> bytes:
    """Returns a path as bytes, as the system takes it."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name} must be a str or a path, not {type(value).__name__}")
    found = os.fsencode(value)
    if b"\0" in found:
        raise ValueError(f"{name} has a NUL character: {value!r}")
    return found


def integer(value: Any, name: str, low: int = 0, high: int = 2**31 - 1) -> int:
    """Returns a whole number from `low` to `high` as an int."""
    if isinstance(value, bool) or not isinstance(value, (numbers.Integral, np.integer)):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    number = int(value)
    if not low <= number <= high:
        raise Error.at(name, f"must be a whole number from {low} to {high}, got {number}")
    return number


def flag(value: Any, name: str) -> bool:
    """Returns True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
    return bool(value)


def function(value: Any, name: str) -> Any:
    """Returns a callable, or None."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be a function, not {type(value).__name__}")
    return value


def items(value: Any, name: str) -> Iterable[Tuple[Any, Any]]:
    """Returns the items of a dict; nothing for None."""
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a dict, not {type(value).__name__}")
    return value.items()


def pair(value: Any, name: str, of_one: bool = False) -> Tuple[int, int]:
    """Returns two positive whole numbers. `of_one`: a single number stands for both."""
    high = 2**53
    if of_one and not isinstance(value, (Sequence, np.ndarray)):
        one = integer(value, name, 1, high)
        return one, one
    if isinstance(value, str) or not isinstance(value, (Sequence, np.ndarray)) or len(value) != 2:
        wanted = "an int or two ints" if of_one else "two ints"
        raise TypeError(f"{name} must be {wanted}, got {value!r}")
    return integer(value[0], name, 1, high), integer(value[1], name, 1, high)


def interval(value: Any, name: str) -> Tuple[float, float]:
    """Returns two numbers."""
    ends = value if isinstance(value, (Sequence, np.ndarray)) else []
    found = [number_of(one) for one in ends]
    if isinstance(value, str) or len(found) != 2 or found[0] is None or found[1] is None:
        raise TypeError(f"{name} must be two numbers, got {value!r}")
    return float(found[0]), float(found[1])


def rectangle(value: Any) -> Optional[Tuple[int, int, int, int]]:
    """Returns the x, y, width and height of a window, or None."""
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, (Sequence, np.ndarray)) or len(value) != 4:
        raise TypeError(f"window must be (x, y, width, height), got {value!r}")
    x, y = (integer(v, "window", -(2**53), 2**53) for v in value[:2])
    width, height = (integer(v, "window", 1) for v in value[2:])
    return x, y, width, height


def map_names(value: Any) -> list[str]:
    """Returns the names of maps, at least one."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [text(value, "map")]
    names = [text(one, "map") for one in value]
    if not names:
        raise Error.at("map", "must name at least one map")
    return names


def plain(value: Any) -> Any:
    """Returns a value as JSON has it: those of numpy become Python's numbers and lists."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (numbers.Integral, np.integer)):
        return int(value)
    if isinstance(value, (numbers.Real, np.floating)):
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"numbers in a recipe must be finite, got {number}")
        return int(number) if number.is_integer() and abs(number) < 2**53 else number
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {text(key, "a key"): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    raise TypeError(f"a recipe cannot contain a value of type {type(value).__name__}: {value!r}")


def number_of(value: Any) -> Optional[Union[int, float]]:
    """Returns a number of any type as an int or a float; None for anything else."""
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, (numbers.Real, np.integer, np.floating)):
        found: Union[int, float] = plain(value)
        return found
    return None


def to_json(value: Any) -> str:
    """Returns a value as JSON."""
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False)
