"""Meshes whose vertices have a recipe's heights."""

import os
import tempfile

import bpy
import numpy

from . import command, material, preferences, recipe, settings

_PIXELS, _MAX_SIDE = 4, 4096  # of its pictures: pixels per vertex, and maximum side


def apply(thing):
    """Renders the heights and sets the vertices of the object's mesh.

    Each vertex is a sample of the recipe; the first and last lie on the edges.
    """
    values = thing.cobble
    shown = values.resolved()
    columns, rows = (max(2, side) for side in recipe.sizes_of(shown["size"], values.size))
    heights = _heights(values, columns, rows)
    world = shown.get("world")
    width = world["width"] if world else values.width
    rise = recipe.rise_of(shown, width)
    bottom = world["heights"][0] if world else 0.0
    depth = width * (rows - 1) / (columns - 1)
    place = numpy.empty((rows, columns, 3), numpy.float32)
    place[..., 0] = numpy.linspace(-width / 2, width / 2, columns)
    place[..., 1] = numpy.linspace(depth / 2, -depth / 2, rows)[:, None]
    place[..., 2] = bottom + heights * rise
    mesh = thing.data
    if len(mesh.vertices) != rows * columns or len(mesh.polygons) != (rows - 1) * (columns - 1):
        _make_grid(mesh, columns, rows)
    mesh.vertices.foreach_set("co", place.ravel())
    mesh.update()
    values.applied = values.state()


def _heights(values, columns, rows):
    """Returns heights in 0..1, float32 of shape (rows, columns), from north to south."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "height.r32")
        flags = ["--grid", "vertices", "--no-flip", "-o", f"height={path}"]
        command.run(*values.render_arguments(columns, rows, *flags), preferences.program())
        return numpy.fromfile(path, "<f4").reshape(rows, columns)


def _make_grid(mesh, columns, rows):
    """Makes the mesh a grid of quads with texture coordinates."""
    mesh.clear_geometry()
    number = numpy.arange(rows * columns, dtype=numpy.int32).reshape(rows, columns)
    corners = numpy.stack(
        [number[1:, :-1], number[1:, 1:], number[:-1, 1:], number[:-1, :-1]], axis=-1
    ).reshape(-1, 4)
    mesh.vertices.add(rows * columns)
    mesh.loops.add(corners.size)
    mesh.polygons.add(len(corners))
    mesh.loops.foreach_set("vertex_index", corners.ravel())
    mesh.polygons.foreach_set("loop_start", numpy.arange(0, corners.size, 4, dtype=numpy.int32))
    if bpy.app.version < (4, 0, 0):
        mesh.polygons.foreach_set("loop_total", numpy.full(len(corners), 4, numpy.int32))
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(corners), bool))
    u = (corners % columns) / (columns - 1)
    v = 1 - (corners // columns) / (rows - 1)
    layer = mesh.uv_layers.new(name="UVMap")
    layer.data.foreach_set("uv", numpy.stack([u, v], axis=-1).astype(numpy.float32).ravel())
    mesh.update(calc_edges=True)


def dress(thing):
    """Gives the terrain a material from the same recipe, if this has colours."""
    values = thing.cobble
    if "color" not in values.resolved().get("maps", {}):
        return
    if not thing.active_material:
        thing.data.materials.append(bpy.data.materials.new(thing.name))
    surface = thing.active_material
    settings.copy(values, surface.cobble)
    surface.cobble.size = min(values.size * _PIXELS, _MAX_SIDE)
    material.apply(surface, has_relief=False)
