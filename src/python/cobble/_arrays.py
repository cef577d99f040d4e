"""The caller's arrays: images, and memory to render into."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np


#: The terrain of whole numbers: metres at the samples 0 and 1 (None: unknown), metres between
#: pixels (0: unknown), east and north of the upper left, the code of EPSG.
_WHOLE = ((0, 1), 0, 0, 0, 0)


def pixels_of(image: Any, name: str) -> tuple[Any, bool, Any]:
    """Returns an image as float32, whether its colours are sRGB-encoded, and its terrain."""
    mask = np.ma.getmask(image)
    array = np.asarray(image)
    if array.ndim not in (2, 3) or (array.ndim == 3 and not 1 <= array.shape[2] <= 4):
        raise ValueError(
            f"{name} must have the shape (height, width), or (height, width, channels) with 1 to 4 "
            f"channels, got {array.shape}"
        )
    if array.dtype.kind == "u" and array.dtype.itemsize <= 2:  # as in picture files
        scale = np.float32(np.iinfo(array.dtype).max)
        return _with_holes(array.astype(np.float32) / scale, mask), True, None
    if array.dtype == np.bool_ or array.dtype.kind in "fiu":
        return _with_holes(array, mask), False, _WHOLE if array.dtype.kind in "iu" else None
    raise TypeError(f"{name} must have floats or integers, not {array.dtype}")


def _with_holes(array: Any, mask: Any) -> Any:
    """Returns the array as float32, NaN where it is masked."""
    if mask is np.ma.nomask:
        return np.ascontiguousarray(array, dtype=np.float32)
    return np.ascontiguousarray(np.where(mask, np.float32(np.nan), array), dtype=np.float32)


def shape_of(program: Any, index: int, rectangle: Any) -> tuple[int, ...]:
    """Returns the shape of a map's array."""
    channels = program.maps()[index][1]
    width, height = rectangle[2:] if rectangle else program.info()["size"]
    return (height, width) if channels == 1 else (height, width, channels)


def out_arrays(out: Any, map: Any, names: list[str], program: Any, rectangle: Any) -> list[Any]:
    """Checks the caller's arrays, and returns them in the order of the maps."""
    if isinstance(map, str):
        arrays, places = [out], ["out"]
    else:
        if not isinstance(out, Mapping) or sorted(out) != sorted(names):
            raise TypeError("out must be a dict with an array for each map")
        arrays, places = [out[name] for name in names], [f"out[{name!r}]" for name in names]
    for k, (array, place) in enumerate(zip(arrays, places)):
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{place} must be an array, not {type(array).__name__}")
        if array.dtype != np.float32:
            raise TypeError(f"{place} must have the dtype float32, not {array.dtype}")
        shape = shape_of(program, k, rectangle)
        if array.shape != shape:
            raise ValueError(f"{place} must have the shape {shape}, got {array.shape}")
        if not array.flags.writeable:
            raise ValueError(f"{place} is read-only")
        if array.size and not _has_whole_rows(array):
            raise ValueError(f"{place} must have rows without gaps between their samples")
        for other, other_place in zip(arrays[:k], places):
            if np.shares_memory(array, other):
                raise ValueError(f"{place} shares memory with {other_place}")
    return arrays


def _has_whole_rows(array: Any) -> bool:
    row = array[:1]
    return bool(row.flags.c_contiguous) and (
        array.shape[0] < 2 or array.strides[0] >= row.nbytes
    )
