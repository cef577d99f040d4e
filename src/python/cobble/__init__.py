"""cobble: textures and heightmaps from noise.

    import cobble

    values = cobble.render("marble", size=1024, seed=7)  # a numpy array
    rock = cobble.ridged(cobble.simplex(2), 6)
    normals = cobble.render(rock**2 - 0.2 * cobble.perlin(8), "normal")
    cobble.write("marble", "marble.png", "color")

`render`, `sample` and `write` take a preset, a formula, a file, a dict, a node or a `Recipe`. Each
type of node that `nodes` lists has a function.
"""

import builtins as _builtins
import typing as _typing

from ._version import __version__

try:
    from . import _core
except ImportError as error:
    import pathlib as _pathlib
    import sys as _sys

    _built = [one.name for one in _pathlib.Path(__file__).parent.glob("_core.*")]
    _python = "%d.%d" % _sys.version_info[:2]
    raise ImportError(
        f"cobble's compiled module does not load in Python {_python} ({error}); "
        f"installed: {', '.join(_built) or 'none'}"
    ) from error

if _core.version != __version__:
    raise ImportError(
        f"cobble's Python files have version {__version__}, its compiled module {_core.version}: "
        "install both from one build"
    )

from ._errors import Error, Issue
from ._nodes import Node, where
from ._types import nearest as _nearest, nodes
from ._picture import Picture, dask_array
from ._recipe import MAPS, Recipe
from ._render import render, rivers, sample, write
from ._sources import presets
from . import _functions
from ._functions import *

#: Coordinates: x points right and y down from the middle of the picture; z is its slice.
x, y, z = Node("x"), Node("y"), Node("z")

#: Rises when the pixels of any recipe change.
noise_version: int = _core.noise_version

# Without names of Python's own functions, such as abs: these need `cobble.abs`.
__all__ = [
    "Error", "Issue", "MAPS", "Node", "Picture", "Recipe", "dask_array", "nodes", "noise_version",
    "presets", "render", "rivers", "sample", "where", "write",
    *(_name for _name in _functions.__all__ if not _builtins.hasattr(_builtins, _name)),
]

for _object in (Error, Issue, Node, Picture, Recipe, dask_array, nodes, presets, render, rivers,
                sample, where, write):
    _object.__module__ = "cobble"  # as messages and help show it

if not _typing.TYPE_CHECKING:

    def __getattr__(name):
        hint = "" if name.startswith("_") else _nearest(name, [*__all__, *_functions.__all__])
        raise AttributeError(
            f"module 'cobble' has no attribute {name!r}" + (f"; {hint}" if hint else "")
        )
