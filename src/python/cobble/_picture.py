"""Pictures of which only the parts that are read are rendered."""

from __future__ import annotations

import hashlib
import math
from typing import Any, Optional, Sequence

import numpy as np

from ._arrays import shape_of
from ._recipe import Recipe, Size, Source
from ._values import integer, text

_CHUNK = 1024  # maximum side of a chunk, in pixels


class Picture:
    """A map of a recipe as a lazy array: only the slices that are read are rendered.

    Has the `shape`, `dtype`, `ndim` and `chunks` of an array, so that dask and xarray can work on
    pictures of any size: see `cobble.dask_array`. `recipe` must not be changed.

    >>> import cobble
    >>> picture = cobble.Picture("marble", size=2**20)
    >>> picture.shape
    (1048576, 1048576)
    >>> picture[500000:500004, 2000:2300].shape
    (4, 300)
    """

    def __init__(
        self,
        source: Source,
        map: str = "value",
        *,
        size: Optional[Size] = None,
        seed: Optional[int] = None,
        threads: int = 0,
    ) -> None:
        self.recipe = Recipe(source, size=size, seed=seed)
        self.map = text(map, "map")
        self.threads = integer(threads, "threads")
        self.shape: tuple[int, ...] = shape_of(self.recipe._program((self.map,)), 0, None)
        self.dtype = np.dtype(np.float32)

    @property
    def ndim(self) -> int:
        """2, or 3 if the map has several channels."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of samples."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The size of the whole picture in memory, in bytes."""
        return self.size * self.dtype.itemsize

    @property
    def chunks(self) -> tuple[int, ...]:
        """The shape of parts that render efficiently."""
        return tuple(min(side, _CHUNK) for side in self.shape[:2]) + self.shape[2:]

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        """Renders a slice. In: ints, slices and `...`, as for arrays."""
        ranges, rest = _ranges(key, self.shape)
        (y, height), (x, width) = (_extent(one) for one in ranges[:2])
        if height == 0 or width == 0:
            array = np.empty((height, width, *self.shape[2:]), np.float32)
        else:
            array = self.recipe.render(self.map, window=(x, y, width, height), threads=self.threads)
        return array[tuple(rest)]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        array = self[...]
        return array if dtype is None else array.astype(dtype)

    def __repr__(self) -> str:
        return f"<cobble.Picture of {self.map!r}: shape {self.shape}, float32>"

    def _repr_png_(self) -> Optional[bytes]:
        return self.recipe._repr_png_()

    def __dask_tokenize__(self) -> Any:
        return ("cobble.Picture", _digest(self.recipe), self.map)


def _digest(recipe: Recipe) -> str:
    return hashlib.sha256(recipe.text.encode()).hexdigest()


def _ranges(key: Any, shape: Sequence[int]) -> tuple[list[range], list[Any]]:
    """Returns the indices along each axis, and the key to them in what is rendered."""
    keys = list(key) if isinstance(key, tuple) else [key]
    if any(one is Ellipsis for one in keys):
        at = next(k for k, one in enumerate(keys) if one is Ellipsis)
        keys[at : at + 1] = [slice(None)] * (len(shape) - len(keys) + 1)
    if len(keys) > len(shape) or any(one is Ellipsis for one in keys):
        raise IndexError(f"too many indices for a picture of {len(shape)} dimensions")
    keys += [slice(None)] * (len(shape) - len(keys))
    ranges: list[range] = []
    rest: list[Any] = []
    for axis, (one, side) in enumerate(zip(keys, shape)):
        if isinstance(one, slice):
            ranges.append(range(*one.indices(side)))
            rest.append(slice(None, None, ranges[-1].step) if axis < 2 else one)
            continue
        if isinstance(one, (bool, np.bool_)) or not isinstance(one, (int, np.integer)):
            raise TypeError(f"a picture is indexed by ints and slices, not {type(one).__name__}")
        if not -side <= one < side:
            raise IndexError(f"index {one} is out of bounds for axis {axis} with size {side}")
        index = int(one) % side
        ranges.append(range(index, index + 1))
        rest.append(0 if axis < 2 else index)
    return ranges, rest


def _extent(indices: range) -> tuple[int, int]:
    """Returns the first pixel that the indices span, and their number of pixels."""
    if not indices:
        return 0, 0
    low, high = min(indices[0], indices[-1]), max(indices[0], indices[-1])
    return low, high - low + 1


def dask_array(source: Any, map: str = "value", *, chunks: Any = None, **options: Any) -> Any:
    """Returns a map of a recipe as an array of dask, whose chunks are rendered when needed.

    `source` is a `cobble.Picture` or what that takes; `options` are those of `cobble.Picture`. By
    default, chunks have 1024 x 1024 pixels, and each is rendered by one thread, since dask runs
    several at once. Needs dask.

    >>> import cobble
    >>> heights = cobble.dask_array("alpine", "height", size=20000)
    >>> heights.shape, heights.chunksize
    ((20000, 20000), (1024, 1024))
    >>> float(heights[:100, :100].mean().compute()) < 1
    True
    """
    try:
        import dask.array as da
        from dask.base import tokenize
    except ImportError as error:
        raise ImportError(f"cobble.dask_array needs dask: {error}") from error
    if not isinstance(source, Picture):
        options.setdefault("threads", 1)
        source = Picture(source, map, **options)
    elif options or map != "value":
        raise TypeError("a picture has its map and options already")
    return da.from_array(
        source,
        chunks=source.chunks if chunks is None else chunks,
        name="cobble-" + tokenize(source),
        lock=False,
        meta=np.empty((0,) * source.ndim, np.float32),
    )
