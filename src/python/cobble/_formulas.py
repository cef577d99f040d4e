"""Writes nodes as formulas, or as JSON objects where formulas cannot express them."""

from __future__ import annotations

import collections
import itertools
import json
import re
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence

from ._errors import Error
from ._nodes import NAME, WORD, Named, Node, nodes_in, reachable
from ._types import arguments_of, has_pattern
from ._values import plain, text

_MAX_DEPTH = 24  # levels in one formula; deeper nodes get a name


class Written(NamedTuple):
    """A node in a recipe, with its pattern if it is a noise, and its name or ""."""

    node: Node
    pattern: Optional[str]
    name: str


class Writer:
    """Writes nodes as parts of one recipe: formulas, and the named nodes that these share.

    `taken`: names of the recipe's other nodes. `known`: nodes that it already has, by id. `place`:
    the path from which new noises get their patterns.
    """

    def __init__(self, roots: Iterable[Node], taken: Iterable[str] = (), place: str = "/noise",
                 known: Mapping[int, Written] = {}):
        roots = list(roots)
        order = reachable(roots, {key for key, one in known.items() if one.name})
        self._texts: dict[int, str] = {}
        self._depths: dict[int, int] = {}  # levels in each text
        self._known = known
        self._others = {*taken, *(one.name for one in known.values())}
        self._taken = set(self._others)
        self._names: dict[int, str] = {}
        self.nodes: dict[str, Any] = {}  # by name
        self.given: set[str] = set()  # names from the caller
        uses = collections.Counter(map(id, roots))
        for node in order:
            uses.update(map(id, node._inputs))
        self._number_noises(order, place)
        for node in order:
            self._taken.add(node._name if isinstance(node, Named) else "")
        for node in order:
            self._add(node, uses[id(node)])

    def _number_noises(self, order: Sequence[Node], place: str) -> None:
        """Gives each noise the pattern that it would have in a formula at `place`."""
        self._patterns: dict[int, str] = {}
        counts: collections.Counter[str] = collections.Counter()
        taken = {one.pattern for one in self._known.values()}
        for node in order:
            if not node._type or not has_pattern(node._type):
                continue
            known = self._known.get(id(node))
            if known:
                if known.pattern:
                    self._patterns[id(node)] = known.pattern
                continue
            pattern = None
            while pattern is None or pattern in taken:
                counts[node._type] += 1
                pattern = f"{place} {node._type} {counts[node._type]}"
            if not {"seed", "pattern"} & set(node._keys):
                self._patterns[id(node)] = pattern

    def _add(self, node: Node, uses: int) -> None:
        known = self._known.get(id(node))
        if known and known.name:
            self._texts[id(node)], self._depths[id(node)] = known.name, 0
            self._names[id(node)] = known.name
            return
        pattern = self._patterns.get(id(node))
        has_object = any(isinstance(piece, tuple) and isinstance(piece[1], dict)
                         for piece in node._write if isinstance(node._write, list))
        is_formula = isinstance(node._write, str)
        if has_object:
            body: Any = self._object(node, pattern)
        else:
            extra = [f"pattern='{pattern}'"] if pattern else []
            body = node._formula(lambda n: self._texts[id(n)], extra)
        is_small = not has_object and NAME.fullmatch(body) or node._write == ("", body)
        self._depths[id(node)] = 1 + max((self._depths[id(one)] for one in node._inputs), default=0)
        is_deep = self._depths[id(node)] >= _MAX_DEPTH
        is_named = uses > 1 or is_deep or has_object or is_formula
        if isinstance(node, Named):
            self._name(node, node._name, body)
        elif is_named and not is_small:
            self._name(node, self._free_name(node), body)
        else:
            self._texts[id(node)] = body

    def _object(self, node: Node, pattern: Optional[str]) -> dict[str, Any]:
        """Returns a call as a JSON object, since formulas cannot hold objects."""
        places = arguments_of(node._type)
        members: dict[str, Any] = {"type": node._type}
        for index, piece in enumerate(node._write):
            key, value = piece if isinstance(piece, tuple) else (places[index], piece)
            members[key] = self._member(value)
        if pattern:
            members["pattern"] = pattern
        return members

    def _member(self, value: Any) -> Any:
        if isinstance(value, Node):
            return self._texts[id(value)]
        if isinstance(value, str):  # a word other than true and false is a colour
            is_word = value not in ("true", "false") and WORD.fullmatch(value)
            return value if is_word else json.loads(value)
        if isinstance(value, list):
            return [self._member(one) for one in value]
        return value

    def _free_name(self, node: Node) -> str:
        stem = re.sub(r"\d+$", "", node._name) or "node"
        names = (f"{stem}{k}" for k in itertools.count(1))
        return next(name for name in names if name not in self._taken)

    def _name(self, node: Node, name: str, body: Any) -> None:
        if name in self.nodes or name in self._others:
            message = f"two nodes are called {name!r}"
            raise Error.at("name", message, "give one of them another name")
        if isinstance(node, Named):
            self.given.add(name)
        self._taken.add(name)
        self.nodes[name] = body
        self._texts[id(node)], self._depths[id(node)] = name, 0
        self._names[id(node)] = name

    def formula(self, node: Node) -> str:
        """Returns the formula of a root: the name, if it has one."""
        return self._texts[id(node)]

    def objects_of(self, value: Any) -> dict[int, Written]:
        """Returns the nodes in a value, with all nodes below them, by id."""
        objects = {}
        for node in reachable(nodes_in(value)):
            key = id(node)
            if key in self._texts:
                objects[key] = Written(node, self._patterns.get(key), self._names.get(key, ""))
            else:  # below a node that the recipe already has
                objects[key] = self._known[key]
        return objects

    def names_of(self, objects: Mapping[int, Written]) -> list[str]:
        """Returns the new names of nodes, inputs first."""
        names = {one.name for one in objects.values()}
        return [name for name in self.nodes if name in names]


def document(source: Mapping[str, Any], writer: Writer) -> Any:
    """Returns a recipe as values of JSON. `source`: a dict that may contain nodes."""
    written = with_formulas(source, writer)
    names = writer.names_of(writer.objects_of(source))
    if names:
        given = {
            name: body for name, body in written.get("nodes", {}).items()
            if not is_called(source["nodes"][name], name)
        }
        written["nodes"] = {**{name: writer.nodes[name] for name in names}, **given}
    return written


def is_called(value: Any, name: str) -> bool:
    """Returns whether a value is a node that its maker gave this name."""
    return isinstance(value, Named) and value._name == name


def with_formulas(value: Any, writer: Writer) -> Any:
    """Returns a value as JSON has it, with formulas for nodes."""
    if isinstance(value, Node):
        return writer.formula(value)
    if isinstance(value, dict):
        return {text(key, "a key"): with_formulas(one, writer) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_formulas(one, writer) for one in value]
    return plain(value)
