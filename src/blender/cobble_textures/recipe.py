"""A recipe's knobs and its other numbers, and how they are set. Knows nothing of Blender."""

import collections
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Knob:
    """A knob of the recipe, or another number."""

    path: str  # for --set: "knobs.weathering.value", "nodes.rock.octaves"
    group: str  # KNOBS, the named node it belongs to, "noise", or "picture"
    label: str  # its name, or the type of its node and its key: "simplex octaves"
    value: float
    minimum: float
    maximum: float
    is_whole: bool
    step: float = 0  # from the minimum; 0: any number
    color: str = ""  # "#rrggbb" instead of a number


KNOBS = "knobs"  # the group of knobs


_UNLIMITED = 1e9
_SMALL = 1e-6  # distance to a limit that is excluded
_ALWAYS = {"frequency"}  # even if it is the default
_NO_KNOBS = {"dimensions", "seed"}  # these make another recipe, or have a control of their own


def _limits(field):
    low = field.get("minimum", -_UNLIMITED)
    if "exclusiveMinimum" in field:
        low = field["exclusiveMinimum"] + _SMALL
    high = field.get("maximum", field.get("exclusiveMaximum", _UNLIMITED))
    return max(low, -_UNLIMITED), min(high, _UNLIMITED)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _types(field):
    types = field.get("type", [])
    return types if isinstance(types, list) else [types]


def _is_knob(key, value, field):
    """Returns whether the value is a number other than the default, and not an operand."""
    types = set(_types(field))
    is_operand = "object" in types
    is_number = _is_number(value) and bool(types & {"number", "integer"})
    is_set = key in _ALWAYS or value != field.get("default")
    return is_number and not is_operand and is_set and key not in _NO_KNOBS


def _knobs_of_node(node, path, group, definitions):
    """Yields the knobs of a node and of the nodes in it."""
    if not isinstance(node, dict):
        return
    kind = node.get("type", "")
    fields = definitions.get(f"node.{kind}", {}).get("properties", {})
    for key, value in node.items():
        below = f"{path}.{key}"
        field = fields.get(key, {})
        if _is_knob(key, value, field):
            low, high = _limits(field)
            label = f"{kind} {key}".replace("-", " ")
            yield Knob(below, group, label, value, low, high, "number" not in _types(field))
        elif isinstance(value, dict):
            yield from _knobs_of_node(value, below, group, definitions)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                yield from _knobs_of_node(each, f"{below}.{number}", group, definitions)


def _with_numbers(knobs):
    """Yields the knobs with unique labels within each group: "simplex octaves 2"."""
    seen = collections.Counter()
    for knob in knobs:
        seen[knob.group, knob.label] += 1
        number = seen[knob.group, knob.label]
        label = knob.label if number == 1 else f"{knob.label} {number}"
        yield dataclasses.replace(knob, label=label)


def _own_knobs(recipe):
    """Yields the knobs that the recipe declares."""
    for name, knob in recipe.get("knobs", {}).items():
        value = knob["value"]
        low, high = knob.get("range", (0, 0))
        step = knob.get("step", 0)
        is_whole = step > 0 and step == int(step) and low == int(low)
        path, label = f"knobs.{name}.value", name.replace("-", " ")
        if isinstance(value, str):
            yield Knob(path, KNOBS, label, 0, 0, 0, False, color=value)
        elif _is_number(value):  # not a colour brighter than white
            yield Knob(path, KNOBS, label, value, low, high, is_whole, step)


def _calls(written, functions):
    """Returns whether a node calls one of the functions, into which no path leads."""
    if isinstance(written, str):
        calls = re.findall(r"([\w-]+)\(", written)
        return any(name in functions for name in calls)
    if isinstance(written, dict):
        written = list(written.values())
    return isinstance(written, list) and any(_calls(each, functions) for each in written)


def knobs_of(recipe, written, definitions):
    """Returns a recipe's knobs, then its other numbers, by group.

    recipe: complete, as `cobble show --expand` prints it. written: without `--expand`.
    definitions: of the schema.
    """
    functions = written.get("functions", {})
    knobs = list(_own_knobs(recipe))
    strength = recipe.get("normal", {}).get("strength")
    if _is_number(strength) and "world" not in recipe:
        knobs.append(Knob("normal.strength", "picture", "relief", strength, 0, 10, False))
    if not _calls(written.get("noise"), functions):
        knobs += _knobs_of_node(recipe.get("noise"), "noise", "noise", definitions)
    for part in ("nodes", "maps"):
        for name, node in written.get(part, {}).items():
            if not _calls(node, functions):
                knobs += _knobs_of_node(recipe[part][name], f"{part}.{name}", name, definitions)
    return list(_with_numbers(knobs))


def sizes_of(size, side):
    """Returns a width and height in the proportion of `size`, the longer being `side`."""
    width, height = size
    longer = max(width, height)
    return tuple(max(1, round(side * each / longer)) for each in (width, height))


def rise_of(recipe, width):
    """Returns the height of 1 above 0 where the picture is `width` wide."""
    world = recipe.get("world")
    if world:
        low, high = world["heights"]
        return (high - low) * width / world["width"]
    return recipe["normal"]["strength"] * width


def on_step(value, low, step):
    """Returns the nearest value that a knob with this step can have."""
    return low + round((value - low) / step) * step if step else value


def rgb_of(color):
    """Returns "#rrggbb" as three numbers from 0 to 1."""
    return tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))


def hex_of(rgb):
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)


def set_arguments(values):
    """Returns flags that set numbers, in single precision, and colours as text, by their paths."""
    return [
        f"--set={path}={value if isinstance(value, str) else format(value, '.7g')}"
        for path, value in values
    ]
