"""The types of nodes as data."""

from __future__ import annotations

import difflib
import json
from typing import Any, Iterable

from . import _core

#: What cobble has: a list of dicts for each section.
CATALOG: dict[str, Any] = json.loads(_core.catalog())

TABLE: dict[str, dict[str, Any]] = {
    row["name"]: row for row in CATALOG["nodes"] if row["name"] != "ref"
}

#: Names that mean something else in formulas.
RESERVED = frozenset({"true", "false", *CATALOG["colors"]}).union(
    row["name"]
    for section in ("nodes", "functions", "coordinates", "constants")
    for row in CATALOG[section]
)


def nodes() -> dict[str, dict[str, Any]]:
    """Returns the types of nodes as data: a dict for each, by name.

    `summary`, `call` and `bounds` describe the type; `arguments` are the keys that a call sets by
    place; `keys` has a dict for each key, with `key`, `type`, `value` (the rule in words) and
    `help`, and where they apply `default`, `minimum`, `maximum`, `choices` and `required`.

    >>> import cobble
    >>> types = cobble.nodes()
    >>> types["perlin"]["call"]
    'perlin(frequency=4, octaves=1)'
    >>> [k["maximum"] for k in types["perlin"]["keys"] if k["key"] == "octaves"]
    [32]
    """
    return {name: json.loads(json.dumps(row)) for name, row in TABLE.items()}


def is_required(key: dict[str, Any]) -> bool:
    """Returns whether every node must have the key."""
    return "required" in key and "effective_if" not in key


def has_pattern(of_type: str) -> bool:
    """Returns whether nodes of the type have a pattern, which their seed follows from."""
    return any(key["key"] == "pattern" for key in TABLE[of_type]["keys"])


def arguments_of(of_type: str) -> list[str]:
    """Returns the keys that a call sets by place."""
    arguments: list[str] = TABLE[of_type]["arguments"]
    return arguments


def nearest(word: str, words: Iterable[str]) -> str:
    """Returns 'did you mean "frequency"?' for "freqency"; "" if no word is similar."""
    found = difflib.get_close_matches(word, list(words), 1)
    return f'did you mean "{found[0]}"?' if found else ""
