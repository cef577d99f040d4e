"""The class Recipe."""

from __future__ import annotations

import json
import os
import threading
from typing import (
    Any, Callable, Iterable, Iterator, Mapping, MutableMapping, Optional, Sequence, Union,
)

import numpy as np

from . import _core
from ._arrays import out_arrays
from ._errors import Error, Issue
from ._formulas import Writer, Written, document, is_called
from ._nodes import Node, nodes_in
from ._sets import Setting, beside, compacted, names_in, settings_of
from ._sources import core_recipe, image_of
from ._types import CATALOG
from ._values import (
    flag, function, integer, interval, items, map_names, pair, plain, rectangle, text, to_json,
)

Array = np.ndarray[Any, np.dtype[np.float32]]
Size = Union[int, Sequence[int]]
Window = Sequence[int]
Progress = Callable[[float], Any]
#: What recipes are made from: the name of a preset, a formula, a file, a dict, a node or a recipe.
Source = Union[str, "os.PathLike[str]", Mapping[str, Any], Node, "Recipe"]

_MAX_PROGRAMS = 8  # compiled programs that a recipe keeps
_PREVIEW = 512  # maximum side of pictures in notebooks
#: The maps that every recipe has.
MAPS = tuple(row["name"] for row in CATALOG["maps"])


def _restore(whole: str, images: dict[str, tuple[Any, ...]]) -> "Recipe":
    recipe = Recipe.__new__(Recipe)
    recipe._start(_core.Recipe.from_text(whole, "recipe"))
    recipe._change(
        images={name: _core.Image.from_array(*image) for name, image in images.items()}
    )
    return recipe


def _knob(name: str) -> str:
    """Returns the JSON pointer of a knob's value."""
    return "/knobs/" + name.replace("~", "~0").replace("/", "~1") + "/value"


def _place(pairs: Sequence[tuple[str, Any]]) -> str:
    """Returns the JSON pointer of the first path whose value contains nodes; "" without one."""
    for path, value in pairs:
        if next(nodes_in(value), None) is not None:
            return path if path.startswith("/") else "/" + path.replace(".", "/")
    return ""


class Recipe:
    """What a picture is made from, and what it can be rendered as.

    `source` is the name of a preset; a path that exists, or that ends in .json or the suffix of a
    picture (pictures that cobble wrote contain their recipe); a formula; JSON; a dict, which may
    contain nodes; or a node. A path object is always a file.

    `size` is an int or (width, height); `seed` a whole number; `tiling` whether the picture
    repeats; `maps` further maps by name, each a node, a formula, a colour or a number; `images`
    the images that nodes show, by name: arrays or paths; `knobs` values of the recipe's knobs, by
    name; `set` values of keys by their paths.

    >>> import cobble
    >>> recipe = cobble.Recipe("marble", size=256, seed=7)
    >>> recipe.size, recipe.seed
    ((256, 256), 7)
    >>> recipe.maps
    ('color', 'metallic', 'roughness', 'orm')
    """

    _core: Any  # never changed: setting a value replaces it
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
        knobs: Optional[Mapping[str, Any]] = None,
        set: Optional[Mapping[str, Any]] = None,
    ) -> None:
        pairs: list[tuple[str, Any]] = []
        if size is not None:
            pairs.append(("size", pair(size, "size", of_one=True)))
        if seed is not None:
            pairs.append(("seed", integer(seed, "seed", 0, 2**32 - 1)))
        if tiling is not None:
            pairs.append(("tiling", flag(tiling, "tiling")))
        pairs += [("maps." + text(name, "maps"), value) for name, value in items(maps, "maps")]
        pairs += [(_knob(text(name, "knobs")), value) for name, value in items(knobs, "knobs")]
        pairs += [(text(path, "path"), value) for path, value in items(set, "set")]
        found = {text(name, "name"): image_of(name, one) for name, one in items(images, "images")}
        if isinstance(source, Recipe):
            self._copy(source)
        elif isinstance(source, (Node, Mapping)):
            self._start_from(source if isinstance(source, Mapping) else {"noise": source}, pairs)
            pairs = []
        else:
            self._start(core_recipe(source))
        if pairs or found:
            self._change(pairs, found)

    def _start(self, base: Any, names: Optional[Iterable[str]] = None) -> None:
        """Starts with a source. `names`: of its nodes, if they are known."""
        self._lock = threading.RLock()  # for changes
        self._base, self._core = base, base
        self._base_names = None if names is None else frozenset(names)
        self._base_objects: Mapping[int, Written] = {}
        self._settings: Sequence[Setting] = ()
        self._images: Mapping[str, Any] = {}
        self._programs = {}

    def _start_from(self, source: Mapping[str, Any], pairs: Sequence[tuple[str, Any]]) -> None:
        """Starts with a dict that may contain nodes, and sets values, which may share them."""
        source = {"cobble": 1, **source}
        nodes = source.get("nodes")
        given = nodes if isinstance(nodes, dict) else {}
        names = [name for name, node in given.items() if not is_called(node, name)]
        roots = list(nodes_in([source, *(value for _, value in pairs)]))
        own = next(nodes_in(source), None)
        place = "/noise" if own is not None else _place(pairs)
        writer = Writer(roots, names, place)
        self._start(_core.Recipe.from_text(to_json(document(source, writer)), "recipe"), names)
        self._base_objects = writer.objects_of(source)
        self._apply(pairs, writer)

    def _copy(self, other: "Recipe") -> None:
        with other._lock:
            self.__dict__.update(other.__dict__)
        self._lock, self._programs = threading.RLock(), {}

    def _names(self) -> frozenset[str]:
        """Returns the names of the source's nodes."""
        if self._base_names is None:
            try:
                self._base_names = frozenset(json.loads(self._base.write(False)).get("nodes", {}))
            except Error:  # in a file; reported when the recipe is used
                self._base_names = frozenset()
        return self._base_names

    def _change(
        self, pairs: Sequence[tuple[str, Any]] = (), images: Mapping[str, Any] = {}
    ) -> "Recipe":
        """Sets values by path and images by name: all of them, or none."""
        roots = list(nodes_in([value for _, value in pairs]))
        with self._lock:
            writer = None
            if roots:
                kept = beside(self._settings, [path for path, _ in pairs])
                known = dict(self._base_objects)
                for one in kept:
                    known.update(one.objects)
                writer = Writer(roots, self._names() | names_in(kept), _place(pairs), known)
            self._apply(pairs, writer, images)
        return self

    def _apply(
        self, pairs: Sequence[tuple[str, Any]], writer: Optional[Writer],
        images: Mapping[str, Any] = {},
    ) -> None:
        defined = {one.name for one in self._base_objects.values()}
        added: list[Setting] = []
        for path, value in pairs:
            if writer is None:
                added.append(Setting(path, plain(value)))
            else:
                added += settings_of(path, value, writer, defined)
        together = [*self._settings, *added]
        settings = compacted(together)
        is_longer = len(settings) == len(together) and not images
        core = (self._core if is_longer else self._base).copy()
        for name, image in {**({} if is_longer else self._images), **images}.items():
            core.add_image(name, image)
        for one in added if is_longer else settings:
            core.set(one.path, to_json(one.value))
        self._settings, self._images = settings, {**self._images, **images}
        self._core = core
        self._programs = {}  # last: see _compiled

    def set(self, path: str, value: Any) -> "Recipe":
        """Sets a key, and returns the recipe.

        `path` is the key's path from the root, "noise.octaves"; a JSON pointer, "/noise/octaves";
        or the end of a path, "octaves", if no other path ends so. `value` is a value of JSON, an
        array or a node. It replaces what was set there before, with the nodes made for it. A node
        that the recipe already has is shared. Unknown paths are reported when the recipe is used.

        >>> import cobble
        >>> cobble.Recipe("perlin(4)").set("noise.octaves", 6).json()["noise"]["octaves"]
        6
        """
        return self._change([(text(path, "path"), value)])

    def add_image(self, name: str, image: Any) -> "Recipe":
        """Gives the recipe the image that nodes call `name`, and returns the recipe.

        `image` is the path of a picture, or an array of shape (height, width) or (height, width,
        channels) with 1 to 4 channels. It replaces an earlier image of that name. Unsigned
        integers of 8 or 16 bits become 0..1, and their colours are sRGB; other numbers are linear.
        Samples that are NaN or masked are filled from their borders. The path of a raw file ends
        with its layout: "land.raw:513x513:u16le". ":nodata=-9999" at the end of any path declares
        samples that are missing.

        >>> import cobble, numpy
        >>> scan = numpy.linspace(0, 1, 64 * 64).reshape(64, 64)
        >>> cobble.Recipe("image(name=scan)").add_image("scan", scan).size
        (64, 64)
        """
        return self._change(images={text(name, "name"): image_of(name, image)})

    def add_library(self, source: Union[str, "os.PathLike[str]", Mapping[str, Any]]) -> "Recipe":
        """Adds functions, which formulas can call, and returns the recipe.

        `source` is the path of a recipe or a library, or a dict with their key "functions". The
        recipe's own functions hide these, which hide those added before.

        >>> import cobble
        >>> recipe = cobble.Recipe("twice(perlin(4))")
        >>> twice = {"parameters": "s", "value": "2*s"}
        >>> recipe.add_library({"functions": {"twice": twice}}).json()["noise"]
        'twice(perlin(4))'
        """
        if isinstance(source, Mapping):
            name, content = "library", to_json({"cobble": 1, **source})
        else:
            name = os.fspath(source)
            with open(name, encoding="utf-8-sig") as file:
                content = file.read()
        with self._lock:
            base, core = self._base.copy(), self._core.copy()
            for one in (base, core):
                one.add_library(content, name)
            self._base, self._core = base, core
            self._programs = {}  # last: see _compiled
        return self

    def copy(self) -> "Recipe":
        """Returns an independent copy.

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
        """Returns the recipe as a person would write it: without defaults, with formulas for nodes.

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
        """The maps and packs that the recipe defines, besides MAPS, which all recipes have."""
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

    @property
    def knobs(self) -> "Knobs":
        """The recipe's knobs: their values by name, which can be set.

        >>> import cobble
        >>> recipe = cobble.Recipe({
        ...     "knobs": {"rows": {"value": 12, "range": [6, 42], "step": 6}},
        ...     "noise": "bricks(rows/3, rows)",
        ... })
        >>> recipe.knobs["rows"] = 24
        >>> recipe.knobs
        {'rows': 24}
        >>> recipe.knobs.rows[0]["range"]
        [6, 42]
        """
        return Knobs(self)

    def warnings(self) -> tuple[Issue, ...]:
        """Returns what is valid but probably not intended, as `cobble check` prints it.

        >>> import cobble
        >>> print(*cobble.Recipe("perlin(4)").set("domain.slice", 2).warnings())
        domain.slice: has no effect: no noise has 3 dimensions; use `noise.dimensions=3`
        """
        return tuple(Issue(**row) for row in self._core.warnings())

    def bounds(self) -> tuple[float, float]:
        """Returns bounds of the value, which need not be tight.

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
        programs = self._programs  # setting a value, on any thread, replaces this dict
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
        wanted = rectangle(window)
        arrays = [] if out is None else out_arrays(out, map, names, program, wanted)
        rendered = program.render(
            wanted, arrays, integer(threads, "threads"), function(progress, "progress")
        )
        results = arrays or rendered  # the caller's arrays, not views of them
        return results[0] if isinstance(map, str) else dict(zip(names, results))

    def encode(
        self,
        format: str = "png",
        map: Any = "height",
        *,
        bits: int = 0,
        compression: str = "fast",
        metadata: bool = True,
        terrain: str = "",
        elevation: Optional[Sequence[float]] = None,
        threads: int = 0,
    ) -> bytes:
        """Returns the bytes of the file that `cobble.write` would write.

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
            text(terrain, "terrain"),
            None if elevation is None else interval(elevation, "elevation"),
            integer(threads, "threads"),
        )
        return bytes(file)

    def rivers(
        self,
        *,
        min_size: Optional[float] = None,
        node: str = "",
        georeference: str = "",
        threads: int = 0,
    ) -> dict[str, Any]:
        """Returns the rivers and lakes as GeoJSON: see `cobble.rivers`, which does the same.

        >>> import cobble
        >>> cobble.Recipe("drainage(perlin(3, 5), resolution=64)").rivers()["type"]
        'FeatureCollection'
        """
        if min_size is not None and not 0 <= min_size <= 1:
            raise Error.at("min_size", f"must be from 0 to 1, got {min_size}")
        found: dict[str, Any] = json.loads(self._core.rivers(
            text(node, "node"),
            None if min_size is None else float(min_size),
            text(georeference, "georeference"),
            integer(threads, "threads"),
        ))
        return found

    def _repr_png_(self) -> Optional[bytes]:
        """Returns the lit material for notebooks; None if it cannot be rendered."""
        return _shown(self, "lit", "height")  # without slopes, nothing is lit

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


class Knobs(MutableMapping[str, Any]):
    """The knobs of a recipe: a mapping of their values, which sets them in the recipe."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All that the recipe says of each knob: name, value, range, step and description."""
        rows: list[dict[str, Any]] = json.loads(self._recipe._core.knobs())
        return rows

    def _values(self) -> dict[str, Any]:
        return {row["name"]: row["value"] for row in self.rows}

    def __getitem__(self, name: str) -> Any:
        return self._values()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._recipe.set(_knob(text(name, "name")), value)

    def __delitem__(self, name: str) -> None:
        raise TypeError("knobs cannot be deleted")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values())

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return repr(self._values())


def _shown(recipe: Recipe, *maps: str) -> Optional[bytes]:
    """Returns a small picture of the first map that can be rendered."""
    for name in maps:
        try:
            small = recipe.copy()
            width, height = small.size
            scale = max(width, height) / _PREVIEW
            if scale > 1:
                small.set("size", [max(1, round(width / scale)), max(1, round(height / scale))])
            return small.encode("png", name, bits=8, metadata=False)
        except Error:
            pass
    return None


def _node_png(node: Node) -> Optional[bytes]:
    """Returns the node, lit or as a colour, for notebooks; None if it cannot be rendered."""
    try:
        return _shown(Recipe(node), "lit", "height") or _shown(
            Recipe("x", maps={"color": node}), "color"
        )
    except Error:  # such as two nodes with the same name
        return None


# Set here, since _nodes knows nothing of recipes.
Node._repr_png_ = _node_png  # type: ignore[attr-defined]
