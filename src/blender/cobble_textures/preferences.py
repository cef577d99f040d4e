"""The add-on's preferences: which program it runs."""

import bpy


class Preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: bpy.props.StringProperty(
        name="Program",
        description="Path of the program cobble. If empty, the Python module cobble is used, or "
        "else the program on the PATH",
        subtype="FILE_PATH",
    )

    def draw(self, _context):
        self.layout.prop(self, "program")


def program():
    """Returns the program that the preferences name, or ""."""
    addon = bpy.context.preferences.addons.get(__package__)
    return bpy.path.abspath(addon.preferences.program) if addon else ""


register, unregister = bpy.utils.register_classes_factory((Preferences,))
