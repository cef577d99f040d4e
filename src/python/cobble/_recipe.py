"""Recipes."""

from __future__ import annotations

import json
import os
import re
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import out_arrays, pixels_of, shape_of
from ._errors import Error
from ._formulas import Writer, document, with_formulas
from ._nodes import Node, nodes_in
from ._types import TABLE, nearest
from ._values import flag, function, integer, items, map_names, pair, text, to_json, window
from ._values import path as path_bytes

Array = np.ndarray[Any, np.dtype[np.float32]]
Size = Union[int, Sequence[int]]
Window = Sequence[int]
Progress = Callable[[float], Any]
#: What makes a recipe: the name of a preset, a formula, a file, a dict, a node, or a recipe.
Source = Union[str, "os.PathLike[str]", Mapping[str, Any], Node, "Recipe"]

_PRESETS = {row["name"]: row for row in _core.presets()}
_SUFFIXES = tuple({".json", *_core.suffixes()})
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_MAX_PROGRAMS = 8  # compiled programs that a recipe keeps
_PREVIEW = 512  # maximum side of a picture in a notebook
#: The maps that every recipe has.
MAPS = tuple(row["name"] for row in _core.maps())


def presets() -> list[str]:
    """Returns the names of the built-in recipes.

    >>> import cobble
    >>> "marble" in cobble.presets()
    True
    """
    return sorted(_PRESETS)


def _is_file(source: str) -> bool:
    """Returns whether a str that is no preset is the path of a file."""
    return source.lower().endswith(_SUFFIXES) or os.path.exists(source)


def _from_text(source: str) -> Any:
    """Returns the recipe that a str stands for: a preset, a file, a formula or JSON."""
    source = text(source, "source")
    if source in _PRESETS:
        return _core.Recipe.from_preset(source)
    if source.lstrip().startswith("{"):
        return _core.Recipe.from_text(source, "recipe")
    if _is_file(source):
        return _core.Recipe.from_file(os.fsencode(source))
    if _WORD.fullmatch(source) and source not in TABLE:
        hint = nearest(source, _PRESETS)
        if hint and not nearest(source, TABLE):
            raise Error.at("source", f'"{source}" is no preset, file or formula', hint)
    return _core.Recipe.from_formula(source)


def _core_recipe(source: Any) -> Any:
    if isinstance(source, str):
        return _from_text(source)
    if isinstance(source, os.PathLike):
        return _core.Recipe.from_file(path_bytes(source, "source"))
    if isinstance(source, (Node, Mapping)):
        whole = document(source if isinstance(source, Node) else dict(source))
        whole.setdefault("cobble", 1)
        return _core.Recipe.from_text(to_json(whole), "recipe")
    if callable(source) and getattr(source, "__module__", "") == "cobble":
        raise TypeError(f"cobble.{source.__name__} is a function: call it, with its arguments")
    raise TypeError(
        "a recipe is made from a preset, a formula, a path, a dict or a node, "
        f"not {type(source).__name__}"
    )


def _restore(whole: str, images: dict[str, tuple[Any, bool]]) -> "Recipe":
    recipe = Recipe.__new__(Recipe)
    recipe._core, recipe._programs = _core.Recipe.from_text(whole, "recipe"), {}
    for name, (array, is_srgb) in images.items():
        recipe._core.add_image(name, _core.Image.from_array(array, is_srgb))
    return recipe


class Recipe:
    """What a picture is made from, and what it can be rendered as.

    `source` is the name of a preset; a path that exists or ends in .json or in the suffix of a
    picture (pictures that cobble wrote carry their recipe); a formula; JSON; a dict, in which nodes
    may stand; or a node. A path object is always a file.

    `size` is an int or (width, height); `seed` a whole number; `tiling` whether the picture
    repeats; `maps` further maps by name, each a node, a formula, a colour or a number; `images`
    the images that nodes show, by name: arrays or paths; `set` values of keys by their paths.

    >>> import cobble
    >>> recipe = cobble.Recipe("marble", size=256, seed=7)
    >>> recipe.size, recipe.seed
    ((256, 256), 7)
    >>> recipe.maps
    ('color', 'metallic', 'roughness', 'orm')
    """

    _core: Any
    _programs: dict[Any, Any]

    def __init__(
        self,
        source: Source,
        *,
        size: Optional[Size] = None,
        seed: Optional[int] = None,
        tiling: Optional[bool] = None,
        maps: Optional[Mapping[str, Any]] = None,
        images: Optional[Mapping[str, Any]] = None,
        set: Optional[Mapping[str, Any]] = None,
    ) -> None:
        self._programs = {}
        if maps is not None and isinstance(source, Node):  # they share nodes
            source, maps = {"noise": source, "maps": dict(maps)}, None
        self._core = source._core.copy() if isinstance(source, Recipe) else _core_recipe(source)
        if size is not None:
            self.set("size", pair(size, "size", of_one=True))
        if seed is not None:
            self.set("seed", integer(seed, "seed", 0, 2**32 - 1))
        if tiling is not None:
            self.set("tiling", flag(tiling, "tiling"))
        for name, value in items(maps, "maps"):
            self.set("maps." + text(name, "maps"), value)
        for name, image in items(images, "images"):
            self.add_image(name, image)
        for key, value in items(set, "set"):
            self.set(key, value)

    def set(self, path: str, value: Any) -> "Recipe":
        """Sets a key, and returns the recipe.

        `path` is its path from the root, "noise.octaves"; a JSON pointer, "/noise/octaves"; or the
        end of a path that is the only one, "octaves". `value` is what JSON has, an array, or a
        node. An unknown path is reported once the recipe is used.

        >>> import cobble
        >>> cobble.Recipe("perlin(4)").set("noise.octaves", 6).json()["noise"]["octaves"]
        6
        """
        path = text(path, "path")
        roots = list(nodes_in(value))
        if roots:
            place = path if path.startswith("/") else "/" + path.replace(".", "/")
            writer = Writer(roots, self._node_names(), place)
            value = with_formulas(value, writer)
            for name, node in writer.nodes.items():
                self._core.set("/nodes/" + name, to_json(node))
        self._core.set(path, to_json(value))
        self._programs = {}
        return self

    def _node_names(self) -> Iterable[str]:
        try:
            return list(self.json().get("nodes", {}))
        except Error:
            return []

    def add_image(self, name: str, image: Any) -> "Recipe":
        """Gives the recipe the image that nodes call `name`, and returns the recipe.

        `image` is an array of shape (height, width) or (height, width, channels), of 1 to 4
        channels, or the path of a picture. Integers of 8 or 16 bits become 0..1, and their colours
        are those of sRGB; floats are linear.

        >>> import cobble, numpy
        >>> scan = numpy.linspace(0, 1, 64 * 64).reshape(64, 64)
        >>> cobble.Recipe("image(name=scan)").add_image("scan", scan).size
        (64, 64)
        """
        name = text(name, "name")
        if isinstance(image, (str, os.PathLike)):
            found = _core.Image.from_file(path_bytes(image, f"the image {name!r}"))
        else:
            found = _core.Image.from_array(*pixels_of(image, f"the image {name!r}"))
        self._core.add_image(name, found)
        self._programs = {}
        return self

    def copy(self) -> "Recipe":
        """Returns a copy, which changes on its own.

        >>> import cobble
        >>> recipe = cobble.Recipe("perlin(4)")
        >>> recipe.copy().set("seed", 3).seed, recipe.seed
        (3, 0)
        """
        return Recipe(self)

    # --- What it is ---

    @property
    def text(self) -> str:
        """The complete recipe as JSON, with every default. Raises Error if it has errors."""
        return str(self._core.write(False))

    def brief(self) -> str:
        """Returns the recipe as a person would write it: without defaults, nodes as formulas.

        >>> import cobble
        >>> print(cobble.Recipe("ridged(perlin(3), 6)", seed=2).brief(), end="")
        {
          "cobble": 1,
          "seed": 2,
          "noise": "ridged(perlin(3), 6)"
        }
        """
        return str(self._core.write(True))

    def json(self) -> dict[str, Any]:
        """Returns the complete recipe as a dict.

        >>> import cobble
        >>> cobble.Recipe("perlin(4)").json()["noise"]["frequency"]
        4
        """
        whole: dict[str, Any] = json.loads(self.text)
        return whole

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps and packs that the recipe defines, beside those that all recipes have (MAPS)."""
        return tuple(self._core.maps())

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in pixels."""
        width, height = self.json()["size"]
        return width, height

    @property
    def seed(self) -> int:
        """The seed, from which the seeds of all noises follow."""
        return int(self.json()["seed"])

    def bounds(self) -> tuple[float, float]:
        """Returns a minimum and a maximum of the value, which may be loose.

        >>> import cobble
        >>> cobble.Recipe("3*perlin(4)").bounds()
        (-3.0, 3.0)
        """
        low, high = self._program(("value",)).info()["bounds"]
        return low, high

    def _program(self, maps: tuple[str, ...]) -> Any:
        """Returns the recipe compiled for pictures of these maps."""
        return self._compiled(maps, maps, False, False)

    def _point_program(self, maps: tuple[str, ...], slopes: bool) -> Any:
        return self._compiled((maps, slopes), maps, True, not slopes)

    def _compiled(self, key: Any, *arguments: Any) -> Any:
        programs = self._programs  # another thread that sets something replaces them
        program = programs.get(key)
        if program is None:
            program = _core.Program(self._core, *arguments, None)
            if len(programs) >= _MAX_PROGRAMS:
                programs.clear()
            programs[key] = program
        return program

    # --- What it is rendered as ---

    def render(
        self,
        map: Any = "value",
        *,
        window: Optional[Window] = None,
        threads: int = 0,
        progress: Optional[Progress] = None,
        out: Any = None,
    ) -> Any:
        """Renders maps into arrays: see `cobble.render`, which does the same.

        >>> import cobble
        >>> cobble.Recipe("marble", size=64).render("color").shape
        (64, 64, 3)
        """
        names = map_names(map)
        program = self._program(tuple(names))
        rectangle = _rectangle(window)
        arrays = [] if out is None else out_arrays(out, map, names, program, rectangle)
        rendered = program.render(
            rectangle, arrays, integer(threads, "threads"), function(progress, "progress")
        )
        return rendered[0] if isinstance(map, str) else dict(zip(names, rendered))

    def encode(
        self,
        format: str = "png",
        map: Any = "height",
        *,
        bits: int = 0,
        compression: str = "fast",
        metadata: bool = True,
        threads: int = 0,
    ) -> bytes:
        """Returns the bytes of a file, those that `cobble.write` writes.

        >>> import cobble
        >>> cobble.Recipe("perlin(4)", size=16).encode("png")[1:4]
        b'PNG'
        """
        program = self._program(tuple(map_names(map)))
        file, _ = program.encode(
            text(format, "format"),
            integer(bits, "bits"),
            text(compression, "compression"),
            flag(metadata, "metadata"),
            integer(threads, "threads"),
        )
        return bytes(file)

    def _repr_png_(self) -> bytes:
        """The material in light, as notebooks show it."""
        small = self.copy()
        width, height = self.size
        scale = max(width, height) / _PREVIEW
        if scale > 1:
            small.set("size", [max(1, round(width / scale)), max(1, round(height / scale))])
        try:
            return small.encode("png", "lit", metadata=False)
        except Error:  # the value has no slopes
            return small.encode("png", "height", bits=8, metadata=False)

    def __repr__(self) -> str:
        try:
            width, height = self.size
        except Error as error:
            return f"<cobble.Recipe with errors: {error.issues[0]}>"
        description = str(self.json().get("description", ""))
        what = f": {description}" if description else ""
        return f"<cobble.Recipe of {width} x {height} pixels{what}>"

    def __reduce__(self) -> Any:
        return _restore, (self.text, self._core.images())


_rectangle = window  # a name that the argument `window` does not hide
