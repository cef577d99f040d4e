"""What the buttons and menus do."""

import random

import bpy

from . import command, material, preferences, terrain


def owner_of(context):
    """Returns what has the recipe in the current editor, or None.

    In a shader editor, this is its material; elsewhere the active object if it is a terrain, or
    else its active material.
    """
    thing = context.object
    if context.space_data and context.space_data.type == "NODE_EDITOR":
        shown = context.space_data.id
        if isinstance(shown, bpy.types.Material):
            return shown
    elif thing and thing.cobble.applied:
        return thing
    return thing.active_material if thing else None


def _update(owner):
    if isinstance(owner, bpy.types.Material):
        material.apply(owner)
    else:
        terrain.apply(owner)
        terrain.dress(owner)


class _Change(bpy.types.Operator):
    """Changes an owner, and reports cobble's errors."""

    bl_options = {"REGISTER", "UNDO"}

    def run(self, owner, change):
        owner.cobble.error = ""
        try:
            change(owner)
        except command.Failure as failure:
            owner.cobble.error = str(failure)
            self.report({"ERROR"}, owner.cobble.error)
            return {"CANCELLED"}
        return {"FINISHED"}


class _ChangeOfOwner(_Change):
    """Changes the owner that the editor shows."""

    @classmethod
    def poll(cls, context):
        return owner_of(context) is not None


class COBBLE_OT_add(_Change):
    """Render a preset into the active material"""

    bl_idname = "cobble.add"
    bl_label = "Add cobble material"

    preset: bpy.props.StringProperty(name="Preset", default="mossy-cobblestones")

    def execute(self, context):
        owner = owner_of(context)
        if not isinstance(owner, bpy.types.Material):
            owner = bpy.data.materials.new(self.preset)
            if context.object and hasattr(context.object.data, "materials"):
                context.object.data.materials.append(owner)
        owner.cobble.source = "PRESET"
        owner.cobble.preset = self.preset
        return self.run(owner, _update)


class COBBLE_OT_add_terrain(_Change):
    """Add a grid whose vertices have the heights of a preset"""

    bl_idname = "cobble.add_terrain"
    bl_label = "Add cobble terrain"

    preset: bpy.props.StringProperty(name="Preset", default="alpine")
    size: bpy.props.IntProperty(name="Vertices", default=513, min=2, soft_max=4097, max=16384)

    def execute(self, context):
        thing = bpy.data.objects.new(self.preset, bpy.data.meshes.new(self.preset))
        values = thing.cobble
        values.size = self.size
        values.width = 10
        values.preset = self.preset
        result = self.run(thing, _update)
        if result == {"CANCELLED"}:
            bpy.data.meshes.remove(thing.data)  # and the object with it
            return result
        context.collection.objects.link(thing)
        for each in context.selected_objects:
            each.select_set(False)
        thing.select_set(True)
        context.view_layer.objects.active = thing
        return result


class COBBLE_OT_apply(_ChangeOfOwner):
    """Render the maps again, and update the material or the terrain"""

    bl_idname = "cobble.apply"
    bl_label = "Apply"

    def execute(self, context):
        return self.run(owner_of(context), _update)


class COBBLE_OT_read(_ChangeOfOwner):
    """Reload the recipe, for example after its file has changed"""

    bl_idname = "cobble.read"
    bl_label = "Reload"

    def execute(self, context):
        owner_of(context).cobble.read(keeps=True)
        return {"FINISHED"}


class COBBLE_OT_reset(_ChangeOfOwner):
    """Reset all numbers to those of the recipe"""

    bl_idname = "cobble.reset"
    bl_label = "Reset numbers"

    def execute(self, context):
        for knob in owner_of(context).cobble.knobs:
            knob.reset()
        return {"FINISHED"}


class COBBLE_OT_seed(_ChangeOfOwner):
    """Choose a random seed"""

    bl_idname = "cobble.seed"
    bl_label = "Random seed"

    def execute(self, context):
        owner_of(context).cobble.seed = random.randrange(1, 10**6)
        return {"FINISHED"}


def presets_by_group():
    """Returns the presets by group, in the order of the list; none if cobble is missing."""
    groups = {}
    try:
        rows = command.presets(preferences.program())
    except command.Failure:
        return groups
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    return groups


_CLASSES = (
    COBBLE_OT_add,
    COBBLE_OT_add_terrain,
    COBBLE_OT_apply,
    COBBLE_OT_read,
    COBBLE_OT_reset,
    COBBLE_OT_seed,
)

register, unregister = bpy.utils.register_classes_factory(_CLASSES)
