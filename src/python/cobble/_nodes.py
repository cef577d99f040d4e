"""Nodes as objects: calls make them, operators combine them.

`_formulas` writes them as parts of recipes.
"""

from __future__ import annotations

import itertools
import math
import re
from typing import Any, Callable, Container, Iterable, Iterator, Optional, Sequence, Union

from . import _core
from ._errors import Error
from ._types import RESERVED
from ._values import number_of, text

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*|#[0-9A-Fa-f]{3,6}")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*")

_created = itertools.count()
_MAX_SHOWN = 120  # characters of a formula in repr()

NodeLike = Union["Node", float, str]


class Node:
    """A noise, or an operation on other nodes: what functions such as `cobble.perlin` return.

    Nodes add, multiply and compare with each other and with numbers, as in formulas. An object is
    one node, however often it is used. A noise gets its seed from the recipe's seed, its type, and
    its number among the recipe's noises of that type, counted in the order of their creation.

    >>> import cobble
    >>> rock = cobble.ridged(cobble.simplex(2), 6)
    >>> rock**2 - 0.2 * cobble.perlin(8)
    <cobble.Node: ridged(simplex(2), 6) ^ 2 - 0.2 * perlin(8)>
    """

    __slots__ = ("_order", "_depth", "_inputs", "_write", "_type", "_keys", "_name")
    __array_ufunc__ = None  # so that numpy leaves operators to nodes, which refuse arrays

    _order: int
    _depth: int
    _inputs: tuple["Node", ...]

    def __init__(self, formula: str) -> None:
        """Makes a node from a formula, "ridged(perlin(4), 6)"."""
        self._set(text(formula, "formula"), ())

    def _set(self, write: Any, inputs: Iterable["Node"]) -> None:
        self._order = next(_created)
        self._inputs = tuple(inputs)
        self._depth = 1 + max((node._depth for node in self._inputs), default=0)
        self._write = write  # a formula, a call's arguments, or an operator and its operands
        self._type, self._keys, self._name = "", (), ""

    @classmethod
    def _made(cls, *write: Any) -> "Node":
        """Makes an operation: an operator, and operands that are nodes or texts.

        A number has the operator "" and one text.
        """
        node = cls.__new__(cls)
        node._set(write, nodes_in(write))
        return node

    @classmethod
    def _call(cls, name: str, pieces: list[Any], keys: Any = (), of_type: str = "") -> "Node":
        """Makes a call. `pieces`: its arguments.

        Each is a text, a node, a list of these, or a pair of a key and one of them.
        """
        node = cls.__new__(cls)
        node._set(pieces, nodes_in(pieces))
        node._name, node._type, node._keys = name, of_type, keys
        return node

    def named(self, name: str) -> "Node":
        """Returns this node under a name, which it has in recipes.

        Use what is returned, as often as needed: it is one node, and this object stays without a
        name. Names of coordinates, colours, constants, types and functions are refused.

        >>> import cobble
        >>> rock = cobble.simplex(2).named("rock")
        >>> cobble.Recipe(rock + cobble.perlin(8)).set("nodes.rock.octaves", 3).maps
        ()
        """
        if not NAME.fullmatch(text(name, "name")):
            rule = "must be letters, digits, - and _ that start with a letter"
            raise Error.at("name", f"{rule}, got {name!r}")
        if name in RESERVED:
            message = f"{name!r} means something else in formulas"
            raise Error.at("name", message, f'take another name, such as "my-{name}"')
        return Named(self, name)

    # --- Operators ---

    def _binary(self, op: str, other: Any, is_swapped: bool = False) -> Any:
        operand = _operand(other)
        if operand is None:
            return NotImplemented
        return Node._made(op, operand, self) if is_swapped else Node._made(op, self, operand)

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
        return Node._made("-", self)

    def __pos__(self) -> "Node":
        return self

    def __abs__(self) -> "Node":
        return Node._call("abs", [self], of_type="abs")

    def __pow__(self, exponent: float) -> "Node":
        number = number_of(exponent)
        if number is None:
            if isinstance(exponent, Node):
                raise TypeError("the exponent must be a number; or cobble.exp(b * cobble.log(a))")
            return NotImplemented
        return Node._made("^", self, repr(number))

    def __rpow__(self, base: float) -> "Node":
        number = number_of(base)
        if number is None or number <= 0:
            raise TypeError("the base of a power of a node must be a number above 0")
        return Node._call("exp", [self * math.log(number)], of_type="exp")

    def __bool__(self) -> bool:
        raise TypeError("a node is neither true nor false; write cobble.where(condition, a, b)")

    def __array__(self, *_: Any) -> Any:
        raise TypeError("a node is no array; cobble.render(node) returns one")

    # --- Text ---

    def __repr__(self) -> str:
        shown: dict[int, str] = {}  # formulas, cut where they are too long
        for node in reachable([self]):
            body = node._formula(lambda one: shown[id(one)])
            shown[id(node)] = body if len(body) <= _MAX_SHOWN else body[: _MAX_SHOWN - 3] + "..."
        return f"<cobble.Node: {shown[id(self)]}>"

    def _formula(self, text_of: Callable[["Node"], str], extra: Sequence[str] = ()) -> str:
        """Returns a formula. `text_of`: gives the text of an input. `extra`: further arguments."""

        def write(piece: Any) -> str:
            if isinstance(piece, str):
                return piece
            if isinstance(piece, Node):
                return text_of(piece)
            if isinstance(piece, list):
                return "[" + ", ".join(write(one) for one in piece) + "]"
            key, value = piece
            return f"{key}={write(value)}"

        if isinstance(self._write, str):
            return self._write
        if isinstance(self._write, list):
            arguments = [write(piece) for piece in self._write]
            return f"{self._name}({', '.join([*arguments, *extra])})"
        op, *parts = self._write
        texts = [write(part) for part in parts]
        return str(_core.compose(op, texts)) if op else texts[0]

    def __copy__(self) -> "Node":
        return self

    def __deepcopy__(self, memo: Any) -> "Node":
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a node cannot be pickled; cobble.Recipe(node) can")


class Named(Node):
    """A node with a name from the caller."""

    __slots__ = ()

    def __init__(self, node: Node, name: str) -> None:
        self._set((), (node,))
        self._name = name

    def _formula(self, text_of: Callable[[Node], str], extra: Sequence[str] = ()) -> str:
        return text_of(self._inputs[0])


def _operand(value: Any) -> Optional[Node]:
    """Returns an operand as a node; None if it cannot be one."""
    if isinstance(value, Node):
        return value
    number = number_of(value)
    if number is not None:
        return Node._made("", repr(number))
    return Node(value) if isinstance(value, str) else None


def nodes_in(pieces: Any) -> Iterator[Node]:
    """Yields the nodes in a value, its lists and its dicts."""
    if isinstance(pieces, Node):
        yield pieces
    elif isinstance(pieces, dict):
        for one in pieces.values():
            yield from nodes_in(one)
    elif isinstance(pieces, (list, tuple)):
        for one in pieces:
            yield from nodes_in(one)


def reachable(roots: Iterable[Node], ends: Container[int] = ()) -> list[Node]:
    """Returns the roots and all nodes below, in the order of their creation: inputs come first.

    `ends`: ids of nodes below which it does not look.
    """
    found: dict[int, Node] = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if id(node) not in found:
            found[id(node)] = node
            if id(node) not in ends:
                stack.extend(node._inputs)
    return sorted(found.values(), key=lambda node: node._order)


def where(condition: NodeLike, a: NodeLike, b: NodeLike) -> Node:
    """Returns a where the condition is 1, b where it is 0: `condition ? a : b` in formulas.

    a and b are nodes or numbers, or both are colours.

    >>> import cobble
    >>> cobble.where(cobble.perlin(4) > 0, 1, cobble.voronoi(8))
    <cobble.Node: perlin(4) > 0 ? 1 : voronoi(8)>
    >>> cobble.where(cobble.perlin(4) > 0, "teal", "#f5deb3")
    <cobble.Node: perlin(4) > 0 ? teal : #f5deb3>
    """
    c = _needed(condition, "condition")
    chosen = [_color_or_node(value, name) for value, name in ((a, "a"), (b, "b"))]
    return Node._made("?", c, *chosen)


def _needed(value: Any, name: str) -> Node:
    node = _operand(value)
    if node is None:
        raise TypeError(f"{name} must be a node, a number or a formula, not {type(value).__name__}")
    return node


def _color_or_node(value: Any, name: str) -> Any:
    if isinstance(value, str) and WORD.fullmatch(value):
        return value
    return _needed(value, name)
