"""Renders a recipe's maps and keeps them as images of the .blend file."""

import json
import os
import re
import shutil
import tempfile

import bpy

from . import command, preferences, recipe

# The maps that are colours; all others are data.
_COLORS = ("color", "emissive")


def render(owner):
    """Renders a material's maps. Returns the images by map, and the resolved recipe.

    The owner's images are replaced in place. After a command.Failure from cobble, none has changed.
    """
    values = owner.cobble
    folder = _folder(values)
    shown = values.resolved()
    width, height = recipe.sizes_of(shown["size"], values.size)
    name = re.sub(r"[^\w.-]+", "_", owner.name).strip("._") or "cobble"
    with tempfile.TemporaryDirectory() as work:
        stem = os.path.join(work, name)
        report = os.path.join(work, "report.json")
        emissive = ["-o", f"{stem}:emissive"] if "emissive" in shown.get("maps", {}) else []
        flags = ["--for", "blender", "-o", stem, *emissive, "--report", report]
        command.run(*values.render_arguments(width, height, *flags), preferences.program())
        with open(report, encoding="utf-8") as file:
            outputs = json.load(file)["outputs"]
        return {each["map"]: _image(owner, each, folder) for each in outputs}, shown


def _folder(values):
    """Returns the folder for pictures; "" if they are packed."""
    if values.storage == "PACKED":
        return ""
    if values.folder.startswith("//") and not bpy.data.filepath:
        message = "save the .blend file first, or choose Packed: the folder is next to it"
        raise command.Failure(message)
    folder = bpy.path.abspath(values.folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise command.Failure(f"{folder}: {error.strerror}") from error
    return folder


def _image(owner, output, folder):
    """Returns the owner's image of a map, with the pixels of the file that was just written."""
    path, kind = output["file"], output["map"]
    image = getattr(node_of(owner, kind), "image", None)
    if folder:
        kept = os.path.join(folder, os.path.basename(path))
        try:
            shutil.move(path, kept)
        except OSError as error:
            raise command.Failure(f"{kept}: {error.strerror}") from error
        path = kept
    if not image:
        image = bpy.data.images.load(path)
        image.name = f"{owner.name} {kind}"
    image.source = "FILE"
    if image.packed_file:
        image.unpack(method="REMOVE")
    image.filepath = bpy.path.relpath(path) if folder and bpy.data.filepath else path
    image.reload()
    if kind not in _COLORS:
        image.colorspace_settings.is_data = True
    if not folder:
        image.pack()
        image.filepath = os.path.basename(path)  # its name when it is unpacked
    return image


def node_of(owner, kind):
    """Returns the node in the owner's material that was made for a purpose, or None."""
    tree = getattr(owner, "node_tree", None)
    for node in tree.nodes if tree else []:
        if node.get("cobble") == kind:
            return node
    return None


# Undo restores packed pictures and the settings, but not the pixels that Blender has decoded.
_before_undo = {}


def _applied():
    return {each.name_full: each.cobble.applied for each in bpy.data.materials}


@bpy.app.handlers.persistent
def _note(*_):
    _before_undo.update(_applied())


@bpy.app.handlers.persistent
def _reload(*_):
    for name, applied in _applied().items():
        if _before_undo.get(name) == applied:
            continue
        for node in bpy.data.materials[name].node_tree.nodes if applied else []:
            if node.get("cobble") and getattr(node, "image", None) and node.image.packed_file:
                node.image.reload()
    _before_undo.clear()


_HANDLERS = {"undo_pre": _note, "redo_pre": _note, "undo_post": _reload, "redo_post": _reload}


def register():
    for event, handler in _HANDLERS.items():
        getattr(bpy.app.handlers, event).append(handler)


def unregister():
    for event, handler in _HANDLERS.items():
        getattr(bpy.app.handlers, event).remove(handler)
