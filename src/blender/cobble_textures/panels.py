"""Menus and panels."""

import textwrap

import bpy

from . import operators, preview, recipe

_ROWS = 20  # per column of a menu
_LINE = 44  # characters per line of a message


def _title(name):
    return name.replace("-", " ").capitalize()


def _draw_presets(layout, groups, operator):
    """Lists presets by group, in columns."""
    row = layout.row()
    column, count = None, _ROWS
    for group, presets in groups.items():
        if count + len(presets) >= _ROWS:
            column, count = row.column(), 0
        column.label(text=_title(group))
        for each in presets:
            column.operator(operator, text=_title(each["name"])).preset = each["name"]
        count += len(presets) + 1
    if not groups:
        row.label(text="cobble is not installed: see this add-on's preferences", icon="ERROR")


class COBBLE_MT_materials(bpy.types.Menu):
    bl_idname = "COBBLE_MT_materials"
    bl_label = "cobble"

    def draw(self, _context):
        _draw_presets(self.layout, operators.presets_by_group(), "cobble.add")


class COBBLE_MT_terrains(bpy.types.Menu):
    bl_idname = "COBBLE_MT_terrains"
    bl_label = "cobble terrain"

    def draw(self, _context):
        groups = operators.presets_by_group()
        land = {group: rows for group, rows in groups.items() if group == "terrain"}
        _draw_presets(self.layout, land or groups, "cobble.add_terrain")


def _draw_message(layout, text):
    box = layout.box()
    for line in text.splitlines():
        for part in textwrap.wrap(line, _LINE) or [""]:
            box.label(text=part)


def _draw_knob(column, knob):
    label = f"{_title(knob.label)} *" if knob.is_changed() else _title(knob.label)
    column.prop(knob, knob.property(), text=label)


def _draw_knobs(layout, values):
    """Shows the recipe's knobs, and its other numbers if asked or if it has no knobs."""
    own = [knob for knob in values.knobs if knob.group == recipe.KNOBS]
    if own:
        row = layout.row(align=True)
        row.label(text="Knobs")
        row.operator("cobble.reset", text="", icon="LOOP_BACK")
        column = layout.column(align=True)
        for knob in own:
            _draw_knob(column, knob)
        icon = "TRIA_DOWN" if values.shows_all else "TRIA_RIGHT"
        layout.prop(values, "shows_all", icon=icon, emboss=False)
    if values.shows_all or not own:
        _draw_numbers(layout, values)


def _draw_numbers(layout, values):
    row = layout.row(align=True)
    row.prop(values, "filter", icon="VIEWZOOM")
    row.operator("cobble.reset", text="", icon="LOOP_BACK")
    wanted = values.filter.lower()
    group, column = None, None
    for knob in values.knobs:
        if knob.group == recipe.KNOBS:
            continue
        if wanted and wanted not in f"{knob.group} {knob.label}".lower():
            continue
        if knob.group != group:
            group = knob.group
            column = layout.column(align=True)
            column.label(text=_title(group))
        _draw_knob(column, knob)


def _draw(layout, owner):
    """Shows the settings of a material or a terrain."""
    values = owner.cobble
    layout.prop(values, "source", expand=True)
    row = layout.row(align=True)
    row.prop(values, values.source.lower(), text="")
    row.operator("cobble.read", text="", icon="FILE_REFRESH")
    row = layout.row(align=True)
    row.prop(values, "seed")
    row.operator("cobble.seed", text="", icon="MOD_NOISE")
    layout.prop(values, "size")
    if not values.is_in_metres:
        layout.prop(values, "width")
    layout.prop(values, "storage", expand=True)
    if values.storage == "FILES":
        layout.prop(values, "folder", text="")
    layout.prop(values, "shows_preview")
    icon = preview.icon_of(owner) if values.shows_preview else 0
    if icon:
        layout.template_icon(icon_value=icon, scale=10)
    is_old = bool(values.applied) and values.applied != values.state()
    layout.operator("cobble.apply", icon="ERROR" if is_old else "CHECKMARK")
    message = values.error or preview.error()
    if message:
        _draw_message(layout, message)
    _draw_knobs(layout, values)


class _Panel:
    """Has the settings of what the editor shows, and a menu if that is of another type."""

    bl_label = bl_category = "cobble"
    bl_region_type = "UI"

    def draw(self, context):
        owner = operators.owner_of(context)
        if not isinstance(owner, self.owner_type):
            self.layout.menu(self.menu.bl_idname, text=self.menu_text)
        if owner:
            _draw(self.layout, owner)


class COBBLE_PT_material(_Panel, bpy.types.Panel):
    bl_idname = "COBBLE_PT_material"
    bl_space_type = "NODE_EDITOR"
    owner_type, menu, menu_text = bpy.types.Material, COBBLE_MT_materials, "New material"

    @classmethod
    def poll(cls, context):
        return context.space_data.tree_type == "ShaderNodeTree"


class COBBLE_PT_view(_Panel, bpy.types.Panel):
    bl_idname = "COBBLE_PT_view"
    bl_space_type = "VIEW_3D"
    owner_type, menu, menu_text = bpy.types.Object, COBBLE_MT_terrains, "New terrain"


def _add_to_shader_menu(self, context):
    if context.space_data.tree_type == "ShaderNodeTree":
        self.layout.menu(COBBLE_MT_materials.bl_idname)


def _add_to_mesh_menu(self, _context):
    self.layout.menu(COBBLE_MT_terrains.bl_idname)


_register, _unregister = bpy.utils.register_classes_factory(
    (COBBLE_MT_materials, COBBLE_MT_terrains, COBBLE_PT_material, COBBLE_PT_view)
)


def register():
    _register()
    bpy.types.NODE_MT_add.append(_add_to_shader_menu)
    bpy.types.VIEW3D_MT_mesh_add.append(_add_to_mesh_menu)


def unregister():
    bpy.types.VIEW3D_MT_mesh_add.remove(_add_to_mesh_menu)
    bpy.types.NODE_MT_add.remove(_add_to_shader_menu)
    _unregister()
