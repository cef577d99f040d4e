"""Nodes as objects: calls make them, operators combine them.

A node is one node however often it is used. What is written here becomes formulas, and JSON objects
where formulas cannot say it.
"""

from __future__ import annotations

import difflib
import itertools
import json
import math
import numbers
import re
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

import numpy as np

from . import _core
from ._errors import Error
from ._values import plain, text

# The levels of the grammar, from the loosest.
_CHOICE, _COMPARE, _SUM, _PRODUCT, _UNARY, _POWER, _ATOM = range(7)
_LEVELS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT}
_COMPARISONS = ("<", "<=", ">", ">=")
_MAX_DEPTH = 24  # levels of one formula; deeper nodes are named
_MAX_SHOWN = 120  # characters of a formula in repr()
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*|#[0-9A-Fa-f]{3,6}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*")

_created = itertools.count()

NodeLike = Union["Node", float, str]


def _number(value: Any) -> Optional[Union[int, float]]:
    """Returns a number of any type as one of Python; None for anything else."""
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, (numbers.Real, np.integer, np.floating)):
        found: Union[int, float] = plain(value)
        return found
    return None


class Node:
    """A noise, or an operation on other nodes: what functions such as `cobble.perlin` return.

    Nodes add, multiply and compare, with each other and with numbers, as in formulas. An object is
    one node, however often it is used. The seed of a noise follows from the seed of the recipe, its
    type and its number among the noises of that type that the recipe has, in the order of creation.

    >>> import cobble
    >>> rock = cobble.ridged(cobble.simplex(2), 6)
    >>> rock**2 - 0.2 * cobble.perlin(8)
    <cobble.Node: ridged(simplex(2), 6) ^ 2 - 0.2 * perlin(8)>
    """

    __slots__ = ("_order", "_depth", "_inputs", "_write", "_level", "_type", "_keys", "_name")
    __array_ufunc__ = None  # arrays leave operators to the node, which refuses arrays

    _order: int
    _depth: int
    _inputs: tuple["Node", ...]

    def __init__(self, formula: str) -> None:
        """Makes a node of a formula, "ridged(perlin(4), 6)"."""
        self._set(text(formula, "formula"), _CHOICE, ())

    def _set(self, write: Any, level: int, inputs: Iterable["Node"]) -> None:
        self._order = next(_created)
        self._inputs = tuple(inputs)
        self._depth = 1 + max((node._depth for node in self._inputs), default=0)
        self._write, self._level = write, level
        self._type, self._keys, self._name = "", (), ""

    @classmethod
    def _made(cls, write: Any, level: int, inputs: Iterable["Node"]) -> "Node":
        node = cls.__new__(cls)
        node._set(write, level, inputs)
        return node

    @classmethod
    def _call(cls, name: str, pieces: list[Any], keys: Any = (), of_type: str = "") -> "Node":
        """A call. `pieces`: its arguments, as texts and nodes, lists of them, and pairs of a key."""
        node = cls._made(pieces, _ATOM, _nodes_in(pieces))
        node._name, node._type, node._keys = name, of_type, keys
        return node

    def named(self, name: str) -> "Node":
        """Gives the node a name, under which the recipe has it, and returns the node.

        >>> import cobble
        >>> rock = cobble.simplex(2).named("rock")
        >>> cobble.Recipe(rock + cobble.perlin(8)).set("nodes.rock.octaves", 3).maps
        ()
        """
        if not _NAME.fullmatch(text(name, "name")):
            raise Error.at("name", f"must be letters, digits, - and _ that start with a letter: {name!r}")
        return _Named(self, name)

    # --- Operators ---

    def _binary(self, op: str, other: Any, is_swapped: bool = False) -> Any:
        operand = _operand(other)
        if operand is None:
            return NotImplemented
        a, b = (operand, self) if is_swapped else (self, operand)
        level = _LEVELS.get(op, _COMPARE)
        low = level if op in _LEVELS else level + 1
        return Node._made((_at(a, low), f" {op} ", _at(b, level + 1)), level, (a, b))

    def __add__(self, other: NodeLike) -> "Node":
        return self._binary("+", other)

    def __radd__(self, other: NodeLike) -> "Node":
        return self._binary("+", other, True)

    def __sub__(self, other: NodeLike) -> "Node":
        return self._binary("-", other)

    def __rsub__(self, other: NodeLike) -> "Node":
        return self._binary("-", other, True)

    def __mul__(self, other: NodeLike) -> "Node":
        return self._binary("*", other)

    def __rmul__(self, other: NodeLike) -> "Node":
        return self._binary("*", other, True)

    def __truediv__(self, other: NodeLike) -> "Node":
        return self._binary("/", other)

    def __rtruediv__(self, other: NodeLike) -> "Node":
        return self._binary("/", other, True)

    def __mod__(self, other: NodeLike) -> "Node":
        return self._binary("%", other)

    def __rmod__(self, other: float) -> "Node":
        return self._binary("%", other, True)

    def __lt__(self, other: NodeLike) -> "Node":
        return self._binary("<", other)

    def __le__(self, other: NodeLike) -> "Node":
        return self._binary("<=", other)

    def __gt__(self, other: NodeLike) -> "Node":
        return self._binary(">", other)

    def __ge__(self, other: NodeLike) -> "Node":
        return self._binary(">=", other)

    def __neg__(self) -> "Node":
        return Node._made(("-", _at(self, _UNARY)), _UNARY, (self,))

    def __pos__(self) -> "Node":
        return self

    def __abs__(self) -> "Node":
        return Node._call("abs", [self], of_type="abs")

    def __pow__(self, exponent: float) -> "Node":
        number = _number(exponent)
        if number is None:
            if isinstance(exponent, Node):
                raise TypeError("the exponent must be a number; write cobble.exp(b * cobble.log(a))")
            return NotImplemented
        return Node._made((_at(self, _ATOM), f" ^ {number!r}"), _POWER, (self,))

    def __rpow__(self, base: float) -> "Node":
        number = _number(base)
        if number is None or number <= 0:
            raise TypeError("the base of a power of a node must be a number above 0")
        return Node._call("exp", [self * math.log(number)], of_type="exp")

    def __bool__(self) -> bool:
        raise TypeError("a node is neither true nor false; write cobble.where(condition, a, b)")

    def __array__(self, *_: Any) -> Any:
        raise TypeError("a node is no array; cobble.render(node) returns one")

    # --- Text ---

    def __repr__(self) -> str:
        return f"<cobble.Node: {_shown(self)}>"

    def _repr_png_(self) -> bytes:
        from ._recipe import Recipe

        return Recipe(self)._repr_png_()

    def __reduce__(self) -> Any:
        raise TypeError("a node cannot be pickled; cobble.Recipe(node) can")


class _Named(Node):
    """A node that has a name of its own."""

    __slots__ = ()

    def __init__(self, node: Node, name: str) -> None:
        self._set((node,), node._level, (node,))
        self._name = name


class _At:
    """A node that needs brackets unless its level is high enough."""

    __slots__ = ("node", "level")

    def __init__(self, node: Node, level: int) -> None:
        self.node, self.level = node, level


def _at(node: Node, level: int) -> _At:
    return _At(node, level)


def _operand(value: Any) -> Optional[Node]:
    """Returns what an operator takes as a node; None if it is none."""
    if isinstance(value, Node):
        return value
    number = _number(value)
    if number is not None:
        return Node._made((repr(number),), _UNARY if number < 0 else _ATOM, ())
    return Node(value) if isinstance(value, str) else None


def _nodes_in(pieces: Any) -> Iterator[Node]:
    if isinstance(pieces, Node):
        yield pieces
    elif isinstance(pieces, _At):
        yield pieces.node
    elif isinstance(pieces, dict):
        for one in pieces.values():
            yield from _nodes_in(one)
    elif isinstance(pieces, (list, tuple)):
        for one in pieces:
            yield from _nodes_in(one)


def where(condition: NodeLike, a: NodeLike, b: NodeLike) -> Node:
    """Returns a where the condition is 1, b where it is 0: `condition ? a : b` in formulas.

    a and b are nodes or numbers, or both colours as they stand.

    >>> import cobble
    >>> cobble.where(cobble.perlin(4) > 0, 1, cobble.voronoi(8))
    <cobble.Node: perlin(4) > 0 ? 1 : voronoi(8)>
    >>> cobble.where(cobble.perlin(4) > 0, "teal", "#f5deb3")
    <cobble.Node: perlin(4) > 0 ? teal : #f5deb3>
    """
    c = _needed(condition, "condition")
    chosen = [_color_or_node(value, name) for value, name in ((a, "a"), (b, "b"))]
    pieces = (_at(c, _COMPARE), " ? ", chosen[0], " : ", chosen[1])
    return Node._made(pieces, _CHOICE, _nodes_in(pieces))


def _needed(value: Any, name: str) -> Node:
    node = _operand(value)
    if node is None:
        raise TypeError(f"{name} must be a node, a number or a formula, not {type(value).__name__}")
    return node


def _color_or_node(value: Any, name: str) -> Any:
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    return _at(_needed(value, name), _CHOICE)


def _shown(node: Node, memo: Optional[dict[int, str]] = None) -> str:
    """Returns the formula of a node, in which what is too long is "..."."""
    memo = {} if memo is None else memo
    for one in _reachable([node]):
        body = _pieces_text(one, lambda n: memo[id(n)])
        memo[id(one)] = body if len(body) <= _MAX_SHOWN else body[: _MAX_SHOWN - 3] + "..."
    return memo[id(node)]


def _reachable(roots: Iterable[Node]) -> list[Node]:
    """Returns all nodes below the roots, in the order of their creation: inputs come first."""
    found: dict[int, Node] = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if id(node) not in found:
            found[id(node)] = node
            stack.extend(node._inputs)
    return sorted(found.values(), key=lambda node: node._order)


def _pieces_text(node: Node, text_of: Any, extra: Sequence[str] = ()) -> str:
    """Returns a node as a formula. `text_of`: the texts of its inputs. `extra`: further arguments."""

    def write(piece: Any) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, _At):
            body: str = text_of(piece.node)
            is_open = _level(piece.node, body) < piece.level
            return f"({body})" if is_open else body
        if isinstance(piece, Node):
            return str(text_of(piece))
        if isinstance(piece, list):
            return "[" + ", ".join(write(one) for one in piece) + "]"
        key, value = piece
        return f"{key}={write(value)}"

    if isinstance(node, _Named):
        return str(text_of(node._inputs[0]))
    if isinstance(node._write, str):
        return node._write
    if isinstance(node._write, list):
        arguments = [write(piece) for piece in node._write]
        return f"{node._name}({', '.join([*arguments, *extra])})"
    return "".join(write(piece) for piece in node._write)


def _level(node: Node, body: str) -> int:
    return _ATOM if _NAME.fullmatch(body) else node._level


class _Writer:
    """Writes nodes as parts of one recipe: formulas, and named nodes that they share."""

    def __init__(self, roots: Iterable[Node], taken: Iterable[str] = (), place: str = "/noise"):
        roots = list(roots)
        order = _reachable(roots)
        self._texts: dict[int, str] = {}
        self._values: dict[int, Any] = {}  # of nodes that no formula can write
        self._taken = set(taken)
        self.nodes: dict[str, Any] = {}  # by name
        uses: dict[int, int] = {}
        for node in order:
            for one in node._inputs:
                uses[id(one)] = uses.get(id(one), 0) + 1
        for root in roots:
            uses[id(root)] = uses.get(id(root), 0) + 1
        self._number_noises(order, place)
        for node in order:
            self._taken.add(node._name if isinstance(node, _Named) else "")
        for node in order:
            self._add(node, uses[id(node)])

    def _number_noises(self, order: Sequence[Node], place: str) -> None:
        """Gives each noise the pattern that a formula at `place` gives the call of its number."""
        self._patterns: dict[int, str] = {}
        counts: dict[str, int] = {}
        for node in order:
            if not node._type or not _has_pattern(node._type):
                continue
            counts[node._type] = counts.get(node._type, 0) + 1
            if not {"seed", "pattern"} & set(node._keys):
                self._patterns[id(node)] = f"{place} {node._type} {counts[node._type]}"

    def _add(self, node: Node, uses: int) -> None:
        pattern = self._patterns.get(id(node))
        has_object = any(isinstance(piece, tuple) and isinstance(piece[1], dict)
                         for piece in node._write if isinstance(node._write, list))
        is_formula = isinstance(node._write, str)
        if has_object:
            body: Any = self._object(node, pattern)
        else:
            extra = [f"pattern='{pattern}'"] if pattern else []
            body = _pieces_text(node, lambda n: self._texts[id(n)], extra)
        is_small = not has_object and _NAME.fullmatch(body) or node._write == (body,)
        is_named = uses > 1 or node._depth % _MAX_DEPTH == 0 or has_object or is_formula
        if isinstance(node, _Named):
            self._name(node, node._name, body)
        elif is_named and not is_small:
            self._name(node, self._free_name(node), body)
        else:
            self._texts[id(node)] = body

    def _object(self, node: Node, pattern: Optional[str]) -> dict[str, Any]:
        """Returns a call as a JSON object, since formulas have no objects."""
        places = _arguments(node._type)
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
        if isinstance(value, str):  # a word that is not true or false is a colour
            is_word = value not in ("true", "false") and _WORD.fullmatch(value)
            return value if is_word else json.loads(value)
        if isinstance(value, list):
            return [self._member(one) for one in value]
        return value

    def _free_name(self, node: Node) -> str:
        stem = re.sub(r"\d+$", "", node._name) or "node"
        for k in itertools.count(1):
            if f"{stem}{k}" not in self._taken:
                return f"{stem}{k}"
        raise AssertionError

    def _name(self, node: Node, name: str, body: Any) -> None:
        if name in self.nodes:
            raise Error.at("name", f"two nodes are called {name!r}", "give one of them another name")
        self._taken.add(name)
        self.nodes[name] = body
        self._texts[id(node)] = name

    def formula(self, node: Node) -> str:
        """Returns the formula of a root: that of a named node is its name."""
        return self._texts[id(node)]


def document(source: Any) -> Any:
    """Returns a recipe as JSON has it. `source`: a dict in which nodes may stand, or a node."""
    if isinstance(source, Node):
        source = {"cobble": 1, "noise": source}
    roots = list(_nodes_in(source))
    if not roots:
        return plain(source)
    given = source.get("nodes", {})
    writer = _Writer(roots, taken=given if isinstance(given, dict) else ())
    written = _with_formulas(source, writer)
    if writer.nodes:
        written["nodes"] = {**writer.nodes, **written.get("nodes", {})}
    return written


def _with_formulas(value: Any, writer: _Writer) -> Any:
    if isinstance(value, Node):
        return writer.formula(value)
    if isinstance(value, dict):
        return {text(key, "a key"): _with_formulas(one, writer) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_formulas(one, writer) for one in value]
    return plain(value)


# --- The types of nodes as data ---

_table: dict[str, dict[str, Any]] = {row["type"]: row for row in _core.nodes()}


def nodes() -> dict[str, dict[str, Any]]:
    """Returns the types of nodes as data: a dict for each, by name.

    `summary`, `call` and `bounds` describe the type; `arguments` are the keys that a call sets by
    place; `keys` has a dict for each key: its `key`, `type`, `rule`, `help` and `default` (JSON, ""
    if it has none), whether it is `required`, and `minimum`, `maximum` and `choices` where there
    are any.

    >>> import cobble
    >>> types = cobble.nodes()
    >>> types["perlin"]["call"]
    'perlin(frequency=4, octaves=1)'
    >>> [k["maximum"] for k in types["perlin"]["keys"] if k["key"] == "octaves"]
    [32]
    """
    return {name: json.loads(json.dumps(row)) for name, row in _table.items()}


def _has_pattern(of_type: str) -> bool:
    return any(key["key"] == "pattern" for key in _table[of_type]["keys"])


def _arguments(of_type: str) -> list[str]:
    arguments: list[str] = _table[of_type]["arguments"]
    return arguments


def nearest(word: str, words: Iterable[str]) -> str:
    """Returns 'did you mean "frequency"?' for "freqency"; "" if no word is near."""
    found = difflib.get_close_matches(word, list(words), 1)
    return f'did you mean "{found[0]}"?' if found else ""
