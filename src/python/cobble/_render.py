"""The functions render, sample, rivers and write."""

from __future__ import annotations

import functools
import os
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._errors import Error
from ._recipe import Progress, Recipe, Size, Source, Window
from ._sources import PRESETS, is_file
from ._values import (
    Path, flag, function, integer, interval, items, map_names, pair, rectangle, text, to_json,
)
from ._values import path as path_bytes


@functools.lru_cache(maxsize=16, typed=True)
def _known(source: str, size: Any, seed: Any, tiling: Any) -> Recipe:
    """Keeps compiled presets and formulas, for calls that differ in their windows only."""
    return Recipe(source, size=size, seed=seed, tiling=tiling)


def _recipe(source: Any, size: Any, seed: Any, tiling: Any, **given: Any) -> Recipe:
    """Returns the recipe of a call. It must not be changed. `given`: images, knobs, set."""
    is_given = any(given.values())
    is_plain = size is None and seed is None and tiling is None and not is_given
    if isinstance(source, Recipe) and is_plain:
        return source
    if isinstance(source, str) and not is_given and _is_constant(source):
        try:
            return _known(source, size if size is None else pair(size, "size", True), seed, tiling)
        except TypeError:  # cannot be hashed, so Recipe refuses it below
            pass
    return Recipe(source, size=size, seed=seed, tiling=tiling, **given)


def _is_constant(source: str) -> bool:
    """Returns whether the recipe depends on the text alone, not on a file."""
    return source in PRESETS or ("\0" not in source and not is_file(source))


def render(
    source: Source,
    map: Any = "value",
    *,
    size: Optional[Size] = None,
    seed: Optional[int] = None,
    tiling: Optional[bool] = None,
    images: Optional[Mapping[str, Any]] = None,
    knobs: Optional[Mapping[str, Any]] = None,
    set: Optional[Mapping[str, Any]] = None,
    window: Optional[Window] = None,
    threads: int = 0,
    progress: Optional[Progress] = None,
    out: Any = None,
) -> Any:
    """Renders maps into arrays.

    Returns a float32 array of shape (height, width), or (height, width, channels) for maps with
    several channels: normals have x, y and z, colours linear red, green and blue, slopes two. `map`
    is one of `cobble.MAPS`, a map or a pack of the recipe, or "@" and the name of a node; "value"
    is the noise itself. For a list of names, returns a dict of arrays, rendered in one pass.

    `source`, `size`, `seed`, `tiling`, `images`, `knobs` and `set` are those of `cobble.Recipe`. `window`
    is (x, y, width, height) in pixels of the picture, and may reach beyond it. `threads` is the
    maximum number of threads, 0 for all processors; the result does not depend on it. `progress`
    is called with the fraction done, from 0 to 1, on any thread; an exception in it ends the run.
    `out` is an array to render into, or a dict of arrays, without gaps between samples of a row.

    Other Python threads run meanwhile, and Ctrl-C stops the run. Raises Error for an invalid recipe
    or map.

    >>> import cobble
    >>> cobble.render("marble", size=256, seed=7).shape
    (256, 256)
    >>> maps = cobble.render("marble", ["height", "color"], size=64)
    >>> {name: array.shape for name, array in maps.items()}
    {'height': (64, 64), 'color': (64, 64, 3)}
    >>> cobble.render("ridged(perlin(4), 6)", window=(512, 512, 8, 4)).dtype
    dtype('float32')
    """
    recipe = _recipe(source, size, seed, tiling, images=images, knobs=knobs, set=set)
    return recipe.render(map, window=window, threads=threads, progress=progress, out=out)


def sample(
    source: Source,
    points: Any,
    *,
    slopes: bool = True,
    maps: Union[str, Sequence[str], None] = None,
    images: Optional[Mapping[str, Any]] = None,
) -> Any:
    """Computes values and slopes at points.

    `points` has the shape (..., 2) or (..., 3): x, y and perhaps z in units of the recipe. (0, 0)
    is the middle of the picture, x points right and y down, and the picture is one unit wide unless
    the recipe says otherwise. Without z, points are in the plane of the picture. Of a sphere, they
    are directions of any length: x points east, y south and z to the middle of the picture.

    Returns the values, of shape (...), and their exact derivatives along the coordinates, of shape
    (..., 2) or (..., 3), or None with `slopes=False`, which is faster. With `maps`, which are maps
    of the recipe or "@" and the name of a node, returns a dict of arrays as a third item. All are
    float32. The result at a point does not depend on other points.

    >>> import cobble
    >>> values, slopes = cobble.sample("3*x + y*y", [[0.25, 0.5], [0, 0]])
    >>> values.tolist(), slopes.tolist()
    ([1.0, 0.0], [[3.0, 1.0], [3.0, 0.0]])
    """
    try:
        array = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise type(error)(f"points must be an array of numbers: {error}") from None
    if array.ndim < 1 or array.shape[-1] not in (2, 3):
        raise ValueError(f"points must have the shape (..., 2) or (..., 3), got {array.shape}")
    recipe = _recipe(source, None, None, None, images=images)
    names = [] if maps is None else [maps] if isinstance(maps, str) else list(maps)
    names = [text(name, "maps") for name in names]
    program = recipe._point_program(tuple(names), flag(slopes, "slopes"))
    shape = array.shape[:-1]
    columns = [np.ascontiguousarray(array[..., k]).reshape(-1) for k in range(array.shape[-1])]
    x, y = columns[:2]
    value, slope, of_maps = program.sample(x, y, columns[2] if len(columns) > 2 else None, slopes)
    results: list[Any] = [value.reshape(shape), None]
    if slopes:
        results[1] = np.moveaxis(slope[: len(columns)], 0, -1).reshape(*shape, len(columns))
    if maps is not None:
        results.append({
            name: (one[0] if len(one) == 1 else np.moveaxis(one, 0, -1)).reshape(
                shape if len(one) == 1 else (*shape, len(one)))
            for name, one in zip(names, of_maps)
        })
    return tuple(results)


def rivers(
    source: Source,
    *,
    size: Optional[Size] = None,
    seed: Optional[int] = None,
    tiling: Optional[bool] = None,
    images: Optional[Mapping[str, Any]] = None,
    knobs: Optional[Mapping[str, Any]] = None,
    set: Optional[Mapping[str, Any]] = None,
    min_size: Optional[float] = None,
    node: str = "",
    georeference: str = "",
    threads: int = 0,
) -> dict[str, Any]:
    """Returns the rivers and lakes of a land as GeoJSON, as `cobble rivers` writes it.

    Streams are lines that lead downstream, lakes are polygons. `min_size` is the smallest area that
    a stream drains, as a part of the land's square; `node` the node drainage of a recipe with
    several lands, "@" and its name; `georeference` where a land with a world is on the ground. All
    other arguments are those of `cobble.render`.

    >>> import cobble
    >>> found = cobble.rivers("drainage(perlin(3, 5), resolution=64)", min_size=0.1)
    >>> {feature["geometry"]["type"] for feature in found["features"]} >= {"LineString"}
    True
    """
    recipe = _recipe(source, size, seed, tiling, images=images, knobs=knobs, set=set)
    return recipe.rivers(
        min_size=min_size, node=node, georeference=georeference, threads=threads
    )


def write(
    source: Source,
    path: Union[Path, Mapping[Any, Any]],
    map: Any = "height",
    *,
    size: Optional[Size] = None,
    seed: Optional[int] = None,
    tiling: Optional[bool] = None,
    images: Optional[Mapping[str, Any]] = None,
    knobs: Optional[Mapping[str, Any]] = None,
    set: Optional[Mapping[str, Any]] = None,
    format: str = "",
    bits: int = 0,
    compression: str = "fast",
    primaries: str = "rec709",
    metadata: bool = True,
    georeference: str = "",
    terrain: str = "",
    elevation: Optional[Sequence[float]] = None,
    window: Optional[Window] = None,
    vary: Optional[Mapping[str, Any]] = None,
    frames: int = 0,
    sprites: Optional[Sequence[int]] = None,
    tiles: Optional[Sequence[int]] = None,
    overlap: int = 0,
    engine: str = "",
    materialx: bool = False,
    no_clobber: bool = False,
    sync: bool = True,
    if_changed: bool = False,
    max_cost: float = 0,
    max_memory: float = 0,
    threads: int = 0,
    progress: Optional[Progress] = None,
) -> list[str]:
    """Writes whole files, as the command `cobble render` does, and returns their paths.

    `path` is the path of a picture of `map`, whose suffix names the format; or a dict of paths and
    maps, which are rendered in one pass. An EXR file can have several maps, given as a list. With
    `engine`, writes the set of files that an engine imports: `path` is a folder and a name,
    "Assets/rock", and `map` names further maps. A file appears complete or not at all, and replaces
    an old one in one step.

    `vary` makes a picture for each combination of values, {"seed": range(4)}; `frames` those of a
    seamless loop, or with `sprites=(columns, rows)` one picture of all frames; `tiles=(columns,
    rows)` cuts the picture, with `overlap=1` for shared edges. Their paths have placeholders:
    "rock_{seed}_{frame}_{x}_{y}.png". All other arguments are those of `cobble.render`, or flags
    of `cobble render`, whose help explains them.

    >>> import cobble, tempfile, os
    >>> folder = tempfile.TemporaryDirectory()
    >>> paths = cobble.write("marble", {folder.name + "/color.png": "color",
    ...                                 folder.name + "/normal.png": "normal"}, size=64)
    >>> [os.path.basename(path) for path in paths]
    ['color.png', 'normal.png']
    >>> folder.cleanup()
    """
    recipe = _recipe(source, size, seed, tiling, images=images, knobs=knobs, set=set)
    options = {
        "format": text(format, "format"),
        "bits": integer(bits, "bits"),
        "compression": text(compression, "compression"),
        "primaries": text(primaries, "primaries"),
        "metadata": flag(metadata, "metadata"),
        "georeference": text(georeference, "georeference"),
        "terrain": text(terrain, "terrain"),
        "elevation": None if elevation is None else interval(elevation, "elevation"),
        "window": rectangle(window),
        "vary": _varied(vary),
        "frames": integer(frames, "frames"),
        "sprites": None if sprites is None else pair(sprites, "sprites"),
        "tiles": None if tiles is None else pair(tiles, "tiles"),
        "overlap": integer(overlap, "overlap"),
        "materialx": flag(materialx, "materialx"),
        "no_clobber": flag(no_clobber, "no_clobber"),
        "sync": flag(sync, "sync"),
        "if_changed": flag(if_changed, "if_changed"),
        "limits": (float(max_cost), float(max_memory)),
        "threads": integer(threads, "threads"),
    }
    report = function(progress, "progress")
    if engine:
        if isinstance(path, Mapping):
            raise TypeError("path must be a str or a path: the engine chooses its files")
        if primaries != "rec709":
            raise Error.at("primaries", "is only for pictures: engine sets use rec709")
        further = [] if map == "height" else map_names(map)
        written = _core.write_set(
            recipe._core, text(engine, "engine"), path_bytes(path), further, options, report
        )
    else:
        if isinstance(path, Mapping):
            files = [(path_bytes(one), map_names(maps)) for one, maps in path.items()]
            if not files:
                raise Error.at("path", "must name at least one file")
        else:
            files = [(path_bytes(path), map_names(map))]
        written = _core.write_pictures(recipe._core, files, options, report)
    return [os.fsdecode(one) for one in written]


def _varied(vary: Optional[Mapping[str, Any]]) -> list[tuple[str, list[str]]]:
    rows = []
    for key, values in items(vary, "vary"):
        if isinstance(values, (str, int, float)):
            raise TypeError(f"vary: the values of {key!r} must be a list, not {values!r}")
        texts = [one if isinstance(one, str) else to_json(one) for one in values]
        rows.append((text(key, "vary"), texts))
    return rows
