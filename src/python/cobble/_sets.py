"""Values that are set after a recipe's source: each replaces an earlier one of its path."""

from __future__ import annotations

import json
from typing import Any, Iterable, Mapping, NamedTuple, Sequence

from . import _core
from ._formulas import Writer, Written, with_formulas
from ._nodes import nodes_in
from ._values import plain

# Keys that whole paths start with. Other paths are the ends of longer ones.
_ROOTS = frozenset(json.loads(_core.Recipe.from_formula("x").write(False))) | {
    "maps", "nodes", "noise", "packs"
}


class Setting(NamedTuple):
    """A key that is set."""

    path: str
    value: Any  # as JSON has it
    objects: Mapping[int, Written] = {}  # the nodes that the value was written from
    is_definition: bool = False  # it gives a name to a node that is an object
    is_named: bool = False  # that name is from the caller

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the path: those of "/noise/octaves" and "noise.octaves" are the same."""
        if not self.path.startswith("/"):
            return tuple(self.path.split("."))
        return tuple(
            key.replace("~1", "/").replace("~0", "~") for key in self.path[1:].split("/")
        )


def settings_of(path: str, value: Any, writer: Writer, defined: set[str]) -> list[Setting]:
    """Returns the settings for a value that may contain nodes. `defined`: names already set."""
    if next(nodes_in(value), None) is None:
        return [Setting(path, plain(value))]
    objects = writer.objects_of(value)
    names = [name for name in writer.names_of(objects) if name not in defined]
    defined.update(names)
    return [
        *(Setting("/nodes/" + name, writer.nodes[name], {}, True, name in writer.given)
          for name in names),
        Setting(path, with_formulas(value, writer), objects),
    ]


def names_in(settings: Iterable[Setting]) -> set[str]:
    """Returns the names of nodes in the settings."""
    names: set[str] = set()
    for one in settings:
        names.update(written.name for written in one.objects.values() if written.name)
        if one.is_definition or one.keys[0] != "nodes":
            continue
        if len(one.keys) == 2:
            names.add(one.keys[1])
        elif len(one.keys) == 1 and isinstance(one.value, dict):
            names.update(one.value)
    return names


def beside(settings: Iterable[Setting], paths: Iterable[str]) -> list[Setting]:
    """Returns the settings that remain when the paths are set."""
    replaced = [Setting(path, None).keys for path in paths]
    return [one for one in settings if not any(_starts(one.keys, keys) for keys in replaced)]


def compacted(settings: Sequence[Setting]) -> list[Setting]:
    """Returns settings for the same recipe, without those that later ones replace."""
    kept = list(settings)
    last = len(kept) - 1
    while last > 0:
        new = kept[last]
        is_apart, has_text = True, False  # of the settings in between that stay
        for k in range(last - 1, -1, -1):
            old = kept[k]
            is_replaced = _starts(old.keys, new.keys) and not (has_text and _is_in_formulas(old))
            if is_apart and is_replaced or _are_numbers(new, old) and old.keys[0] != "nodes":
                del kept[k]
                last -= 1
            else:
                is_apart = is_apart and _are_apart(new.keys, old.keys)
                has_text = has_text or _has_text(old.value)
        last -= 1
    return _without_orphans(kept)


def _without_orphans(settings: list[Setting]) -> list[Setting]:
    """Drops nodes that nothing uses any more, unless the caller named them."""
    used = names_in(one for one in settings if not one.is_definition)
    orphans = {
        one.keys for one in settings
        if one.is_definition and not one.is_named and one.keys[1] not in used
    }
    return [one for one in settings if one.keys[:2] not in orphans] if orphans else settings


def _starts(keys: tuple[str, ...], start: tuple[str, ...]) -> bool:
    return keys[: len(start)] == start


def _are_apart(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Returns whether neither path contains the other."""
    return {a[0], b[0]} <= _ROOTS and not _starts(a, b) and not _starts(b, a)


def _is_in_formulas(setting: Setting) -> bool:
    """Returns whether it is about a node that the caller's formulas may name."""
    return setting.keys[0] == "nodes" and (setting.is_named or not setting.is_definition)


def _has_text(value: Any) -> bool:
    if isinstance(value, (list, dict)):
        return any(map(_has_text, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str)


def _are_numbers(new: Setting, old: Setting) -> bool:
    return new.keys == old.keys and _is_number(new.value) and _is_number(old.value)


def _is_number(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_number(one) for one in value)
    return isinstance(value, (bool, int, float))
