"""What the .blend file stores: the recipe of a material or a terrain, and its knobs."""

import json

import bpy

from . import command, preferences, preview, recipe

_MAX_SEED = 2**31 - 1  # of Blender's integers


def _preset_names(_self, _context, edit_text):
    try:
        rows = command.presets(preferences.program())
    except command.Failure:
        return []
    return [row["name"] for row in rows if edit_text.lower() in row["name"]]


def _read_again(self, _context):
    self.read()


def _changed(self, _context):
    preview.request(self)


def _knob_changed(self, _context):
    low, high = self.minimum, self.maximum
    value = recipe.on_step(min(max(self.value, low), high), low, self.step)
    if value != self.value:
        self.value = value  # calls this again
        return
    preview.request(self.id_data.cobble)


def _whole_changed(self, _context):
    self.value = self.whole


def _color_changed(self, _context):
    preview.request(self.id_data.cobble)


class Knob(bpy.types.PropertyGroup):
    """See recipe.Knob."""

    path: bpy.props.StringProperty()
    group: bpy.props.StringProperty()
    label: bpy.props.StringProperty()
    is_whole: bpy.props.BoolProperty()
    minimum: bpy.props.FloatProperty()
    maximum: bpy.props.FloatProperty()
    step: bpy.props.FloatProperty()
    original: bpy.props.FloatProperty()
    original_color: bpy.props.StringProperty()  # "#rrggbb"; empty for a number
    value: bpy.props.FloatProperty(name="Value", precision=3, step=1, update=_knob_changed)
    whole: bpy.props.IntProperty(name="Value", update=_whole_changed)
    color: bpy.props.FloatVectorProperty(
        name="Value", subtype="COLOR_GAMMA", size=3, min=0, max=1, update=_color_changed
    )

    def set_from(self, knob):
        for key in ("path", "group", "label", "is_whole", "minimum", "maximum", "step"):
            setattr(self, key, getattr(knob, key))
        self.original = knob.value
        self.original_color = knob.color
        self.reset()

    def reset(self):
        self.set(self.original_color or self.original)

    def get(self):
        """Returns the number, or the colour as text."""
        return recipe.hex_of(self.color) if self.original_color else self.value

    def set(self, value):
        if self.original_color:
            self.color = recipe.rgb_of(value)
            return
        if self.is_whole:
            self.whole = round(value)
        self.value = value

    def is_changed(self):
        return self.get() != (self.original_color or self.original)

    def property(self):
        """Returns the name of the property to show."""
        return "color" if self.original_color else "whole" if self.is_whole else "value"


class Settings(bpy.types.PropertyGroup):
    """The recipe of a material or a terrain."""

    source: bpy.props.EnumProperty(
        name="Recipe",
        items=[
            ("PRESET", "Preset", "A recipe that comes with cobble"),
            ("FILE", "File", "A recipe in a .json file, or a picture that cobble wrote"),
            ("TEXT", "Text", "A recipe in a text block of this .blend file"),
        ],
        update=_read_again,
    )
    preset: bpy.props.StringProperty(
        name="Preset",
        description="The name of a preset",
        search=_preset_names,
        update=_read_again,
    )
    file: bpy.props.StringProperty(
        name="File",
        description="A recipe, or a picture that contains one",
        subtype="FILE_PATH",
        update=_read_again,
    )
    text: bpy.props.PointerProperty(
        name="Text", type=bpy.types.Text, description="A recipe as JSON", update=_read_again
    )
    size: bpy.props.IntProperty(
        name="Size",
        description="Longer side of the pictures, in pixels. For a terrain, in vertices, with 4 "
        "pixels per vertex",
        default=1024,
        min=2,
        soft_max=8192,
        max=16384,
    )
    seed: bpy.props.IntProperty(
        name="Seed",
        description="A different seed gives a different picture of the same kind",
        min=0,
        update=_changed,
    )
    width: bpy.props.FloatProperty(
        name="Width",
        description="Width of a surface that shows the whole picture",
        default=1,
        min=0.001,
        subtype="DISTANCE",
    )
    storage: bpy.props.EnumProperty(
        name="Pictures",
        items=[
            ("PACKED", "Packed", "Keep the pictures in the .blend file"),
            ("FILES", "Files", "Write the pictures to a folder"),
        ],
    )
    folder: bpy.props.StringProperty(
        name="Folder",
        description="Where pictures are written; // is the folder of the .blend file",
        default="//textures",
        subtype="DIR_PATH",
    )
    shows_preview: bpy.props.BoolProperty(
        name="Preview",
        description="Show the lit material, 256 pixels wide, as its numbers change",
        default=True,
        update=_changed,
    )
    knobs: bpy.props.CollectionProperty(type=Knob)
    shows_all: bpy.props.BoolProperty(name="All", description="Show all numbers of the recipe")
    filter: bpy.props.StringProperty(
        name="", description="Show only numbers whose names contain this text"
    )
    original_seed: bpy.props.IntProperty()  # the recipe's
    recipe_size: bpy.props.IntVectorProperty(size=2, default=(1, 1))
    is_in_metres: bpy.props.BoolProperty()  # whether the recipe has a world
    error: bpy.props.StringProperty()
    applied: bpy.props.StringProperty()  # state() when the pictures were rendered

    def source_arguments(self):
        """Returns the arguments that name the recipe, and its Input."""
        if self.source == "PRESET":
            if not self.preset:
                raise command.Failure("choose a preset")
            return ["--preset", self.preset], command.Input()
        if self.source == "FILE":
            if not self.file:
                raise command.Failure("choose a file")
            return [bpy.path.abspath(self.file)], command.Input()
        if not self.text:
            raise command.Failure("choose a text block")
        return ["-"], command.Input(self.text.as_string(), self.text.name)

    def arguments(self):
        """Does so with changed numbers and the seed."""
        source, given = self.source_arguments()
        changed = [(knob.path, knob.get()) for knob in self.knobs if knob.is_changed()]
        seed = [f"--seed={self.seed}"] if self.seed != self.original_seed else []
        return [*source, *recipe.set_arguments(changed), *seed], given

    def render_arguments(self, width, height, *flags):
        """Returns the arguments that render the recipe at a size, and its Input."""
        arguments, given = self.arguments()
        return ["render", *arguments, f"--size={width}x{height}", *flags, "--quiet"], given

    def resolved(self):
        """Returns the recipe with all its keys."""
        return command.resolve(*self.arguments(), preferences.program())

    def read(self, keeps=False):
        """Reads the recipe's numbers. keeps: changed numbers that still exist are kept."""
        kept = {knob.path: knob.get() for knob in self.knobs if keeps and knob.is_changed()}
        self.error = ""
        try:
            program = preferences.program()
            source = self.source_arguments()
            shown = command.resolve(*source, program)
            written = command.written(*source, program)
            knobs = recipe.knobs_of(shown, written, command.schema(program))
        except command.Failure as failure:
            self.error = str(failure)
            return
        self.recipe_size = shown["size"]
        self.is_in_metres = "world" in shown
        self.original_seed = min(shown["seed"], _MAX_SEED)
        if not keeps:
            self.seed = self.original_seed
        self.knobs.clear()
        for each in knobs:
            knob = self.knobs.add()
            knob.set_from(each)
            if knob.path in kept and isinstance(kept[knob.path], str) == bool(each.color):
                knob.set(kept[knob.path])
        preview.request(self)

    def state(self):
        """Returns a text that differs if Apply would change something."""
        try:
            arguments, given = self.arguments()
        except command.Failure:
            return ""
        return json.dumps([arguments, given.text, self.size, self.width, self.storage])


def copy(values, to):
    """Copies the recipe, its numbers, and where its pictures are stored."""
    to.shows_preview = False
    for key in ("source", "preset", "file", "text", "size", "width", "storage", "folder"):
        setattr(to, key, getattr(values, key))
    to.read()
    to.seed = values.seed
    for knob, original in zip(to.knobs, values.knobs):
        knob.set(original.get())


_register, _unregister = bpy.utils.register_classes_factory((Knob, Settings))


def register():
    _register()
    bpy.types.Material.cobble = bpy.props.PointerProperty(type=Settings)
    bpy.types.Object.cobble = bpy.props.PointerProperty(type=Settings)


def unregister():
    del bpy.types.Object.cobble
    del bpy.types.Material.cobble
    _unregister()
