"""What recipes are made from: presets, formulas, files and images."""

from __future__ import annotations

import os
import re
from typing import Any

from . import _core
from ._arrays import pixels_of
from ._errors import Error
from ._types import CATALOG, TABLE, nearest
from ._values import path, text

PRESETS = {row["name"]: row for row in CATALOG["presets"]}
_SUFFIXES = (
    ".json",
    *(suffix for section in ("formats", "readable_formats") for row in CATALOG[section]
      for suffix in row["suffixes"]),
)
_WORD = re.compile(r"[A-Za-z0-9_-]+")


def presets() -> list[str]:
    """Returns the names of the built-in recipes.

    >>> import cobble
    >>> "marble" in cobble.presets()
    True
    """
    return sorted(PRESETS)


def is_file(source: str) -> bool:
    """Returns whether a str that is not a preset is the path of a file."""
    return source.lower().endswith(_SUFFIXES) or os.path.exists(source)


def _from_text(source: str) -> Any:
    """Returns the recipe of a str: a preset, a file, a formula or JSON."""
    source = text(source, "source")
    if source in PRESETS:
        return _core.Recipe.from_preset(source)
    if source.lstrip().startswith("{"):
        return _core.Recipe.from_text(source, "recipe")
    if is_file(source):
        return _core.Recipe.from_file(os.fsencode(source))
    if _WORD.fullmatch(source) and source not in TABLE:
        hint = nearest(source, PRESETS)
        if hint and not nearest(source, TABLE):
            raise Error.at("source", f'"{source}" is not a preset, a file or a formula', hint)
    return _core.Recipe.from_formula(source)


def core_recipe(source: Any) -> Any:
    """Returns the recipe of a source other than a recipe, a dict or a node."""
    if isinstance(source, str):
        return _from_text(source)
    if isinstance(source, os.PathLike):
        return _core.Recipe.from_file(path(source, "source"))
    if callable(source) and getattr(source, "__module__", "") == "cobble":
        raise TypeError(f"cobble.{source.__name__} is a function: call it, with its arguments")
    raise TypeError(
        "a recipe is made from a preset, a formula, a path, a dict or a node, "
        f"not {type(source).__name__}"
    )


def image_of(name: str, image: Any) -> Any:
    """Returns an image as the library has it. `image`: an array, or the path of a picture."""
    what = f"the image {name!r}"
    if isinstance(image, (str, os.PathLike)):
        return _core.Image.from_file(path(image, what))
    try:
        return _core.Image.from_array(*pixels_of(image, what))
    except Error as error:
        issues = [issue._replace(where=issue.where or what) for issue in error.issues]
        raise Error(error.kind, issues) from None
