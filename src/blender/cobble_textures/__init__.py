"""Materials and terrains from cobble's presets and recipes, with their numbers as knobs."""

bl_info = {
    "name": "cobble textures",
    "author": "The authors of cobble",
    "version": (0, 10, 0),
    "blender": (3, 4, 0),
    "location": "Shader Editor and 3D Viewport: Add menu, and Sidebar > cobble",
    "description": "Materials and terrains from the texture generator cobble",
    "category": "Material",
}

from . import (  # noqa: E402: bl_info comes first
    operators, panels, pictures, preferences, preview, settings,
)

_PARTS = (preferences, settings, operators, panels, pictures, preview)


def register():
    for part in _PARTS:
        part.register()


def unregister():
    for part in reversed(_PARTS):
        part.unregister()
