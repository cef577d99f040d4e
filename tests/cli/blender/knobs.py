"""addon_test.cpp runs this to check the knobs of every preset, the names of texts in errors, and
the version, with the program.

    knobs.py ADDON PROGRAM
"""

import ast
import json
import pathlib
import subprocess
import sys
import tomllib

sys.path.insert(0, sys.argv[1])
import command  # noqa: E402: the add-on's
import recipe  # noqa: E402

PROGRAM = sys.argv[2]


def run(*arguments):
    return subprocess.run(
        [PROGRAM, *arguments], check=True, capture_output=True, encoding="utf-8"
    ).stdout


def value_at(tree, path):
    for key in path.split("."):
        tree = tree[int(key)] if isinstance(tree, list) else tree[key]
    return tree


def check(preset, definitions):
    shown = json.loads(run("show", "--expand", "--quiet", "--preset", preset))
    written = json.loads(run("show", "--quiet", "--preset", preset))
    knobs = recipe.knobs_of(shown, written, definitions)
    assert len(knobs) >= 10, f"{preset}: only {len(knobs)} knobs"
    names = [(knob.group, knob.label) for knob in knobs]
    assert len(set(names)) == len(names), f"{preset}: knobs with the same name"
    assert len(knobs) > len(shown["knobs"]) or preset == "from-height"
    for knob in knobs:
        assert value_at(shown, knob.path) == (knob.color or knob.value), f"{preset}: {knob}"
        assert knob.minimum <= knob.value <= knob.maximum, f"{preset}: {knob}"
    # Setting all numbers to their values leaves the recipe unchanged, except for single precision.
    flags = recipe.set_arguments((knob.path, knob.color or knob.value) for knob in knobs)
    again = json.loads(run("show", "--expand", "--quiet", "--preset", preset, *flags))
    for knob in (knob for knob in knobs if not knob.color):
        difference = abs(value_at(again, knob.path) - knob.value)
        assert difference <= 1e-6 * abs(knob.value), f"{preset}: {knob}"


def check_versions(addon):
    """The add-on has the program's version."""
    version = run("--version").split()[-1]
    module = ast.parse((addon / "__init__.py").read_text(encoding="utf-8"))
    info = next(node.value for node in module.body if isinstance(node, ast.Assign))
    numbers = ".".join(map(str, ast.literal_eval(info)["version"]))
    manifest = tomllib.loads((addon / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert version == numbers == manifest["version"], (version, numbers, manifest["version"])


def check_names():
    """Errors name the text, rather than standard input."""
    given = command.Input('{"cobble": 1,\n"noise": "perln(4)",\n"seed": "-: 1"}', "my -: text")
    try:
        command.resolve(["-"], given, PROGRAM)
    except command.Failure as failure:
        places = [line.split(" /")[0] for line in str(failure).splitlines()]
        assert places == ["my -: text:2:11:", "my -: text:3:9:"], str(failure)
    else:
        raise AssertionError("no error")


def main():
    check_names()
    check_versions(pathlib.Path(sys.argv[1]))
    definitions = json.loads(run("schema"))["definitions"]
    presets = json.loads(run("list", "presets", "--json"))
    assert len(presets) > 50
    for row in presets:
        if row["group"] != "images":  # its preset needs an image
            check(row["name"], definitions)
    assert recipe.sizes_of([1024, 512], 256) == (256, 128)
    assert recipe.rise_of({"normal": {"strength": 0.03}}, 2) == 0.06
    assert recipe.rise_of({"world": {"width": 1000, "heights": [100, 300]}}, 500) == 100


main()
