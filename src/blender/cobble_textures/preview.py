"""A small lit picture of the recipe, which follows the knobs."""

import os
import shutil
import tempfile

import bpy
import bpy.utils.previews

from . import command, preferences, recipe

_SIDE = 256
_DELAY = 0.15  # seconds without a change before rendering starts
_POLL = 0.03


class _Preview:
    """The preview of the last changed material or terrain."""

    def __init__(self):
        self.icons = None
        self.folder = ""
        self.owner = ""  # of the picture that is being rendered
        self.shown = "", ""  # the owner of the picture shown, and its name among the icons
        self.wanted = None  # whose settings to show next: a list of bpy.data, and a name in it
        self.process = None
        self.given = None  # the Input of the process
        self.count = 0
        self.error = ""

    def path(self):
        return os.path.join(self.folder, f"{self.count}.png")


_preview = _Preview()


def request(values):
    """Schedules a preview of the settings, if it is switched on."""
    if bpy.app.background or not values.shows_preview or _preview.icons is None:
        return
    owner = values.id_data  # not kept, since undo replaces it
    kind = "materials" if isinstance(owner, bpy.types.Material) else "objects"
    _preview.wanted = (kind, owner.name)
    if not bpy.app.timers.is_registered(_tick):
        bpy.app.timers.register(_tick, first_interval=_DELAY)


def icon_of(owner):
    """Returns the preview's icon; 0 if it shows another owner."""
    shown_owner, name = _preview.shown
    if _preview.icons is None or shown_owner != owner.name_full:
        return 0
    return _preview.icons[name].icon_id


def error():
    return _preview.error


def _tick():
    """Starts and ends processes. Returns the seconds until the next call, or None."""
    if _preview.process:
        if _preview.process.poll() is None:
            return _POLL
        _show()
    if not _preview.wanted:
        return None
    (kind, name), _preview.wanted = _preview.wanted, None
    owner = getattr(bpy.data, kind).get(name)
    if not owner:
        return None
    try:
        _start(owner)
    except (command.Failure, OSError) as failure:
        _preview.error = str(failure)
        _redraw()
        return None
    return _POLL


def _start(owner):
    _preview.count += 1
    size = recipe.sizes_of(owner.cobble.recipe_size, _SIDE)
    flags = ["-o", f"lit={_preview.path()}"]
    arguments, _preview.given = owner.cobble.render_arguments(*size, *flags)
    _preview.process = command.start(arguments, _preview.given, preferences.program())
    _preview.owner = owner.name_full


def _show():
    process, _preview.process = _preview.process, None
    try:
        command.finish(process, _preview.given)
        _preview.icons.clear()
        _preview.shown = _preview.owner, str(_preview.count)
        _preview.icons.load(_preview.shown[1], _preview.path(), "IMAGE")
        _preview.error = ""
    except command.Failure as failure:
        _preview.error = str(failure)
    _redraw()


def _redraw():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in {"NODE_EDITOR", "VIEW_3D"}:
                area.tag_redraw()


def register():
    _preview.icons = bpy.utils.previews.new()
    _preview.folder = tempfile.mkdtemp(prefix="cobble-")


def unregister():
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)
    if _preview.process:
        _preview.process.kill()
        _preview.process = None
    bpy.utils.previews.remove(_preview.icons)
    _preview.icons = None
    _preview.shown = "", ""
    shutil.rmtree(_preview.folder, ignore_errors=True)
