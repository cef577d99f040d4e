"""Nodes as objects: operators make the same nodes as formulas."""

import copy
import inspect
import os
import pathlib
import random
import subprocess
import sys

import numpy as np
import pytest

import cobble
from cobble import _calls, _stubs, _types

TYPES = cobble.nodes()


def bits(source, **options):
    options.setdefault("size", 24)
    return cobble.render(source, **options).tobytes()


@pytest.mark.parametrize("made, formula", [
    (lambda c: c.simplex(2) ** 2 - 0.2 * c.perlin(8), "simplex(2)^2 - 0.2*perlin(8)"),
    (lambda c: -c.perlin(4) + 1, "-perlin(4) + 1"),
    (lambda c: (1 - c.voronoi(6)) * c.ridged(c.simplex(2), 6), "(1 - voronoi(6)) * ridged(simplex(2), 6)"),
    (lambda c: c.perlin(4) / (c.perlin(5) + 3) % 0.25, "perlin(4) / (perlin(5) + 3) % 0.25"),
    (lambda c: 2 - (1 - c.perlin(4)), "2 - (1 - perlin(4))"),
    (lambda c: (c.perlin(4) + 1) ** 1.5, "(perlin(4) + 1)^1.5"),
    (lambda c: (c.perlin(4) + 3) ** -2, "(perlin(4) + 3)^-2"),
    (lambda c: (-c.perlin(4)) ** 3, "(-perlin(4))^3"),
    (lambda c: abs(c.perlin(4)) + abs(c.x - 0.1), "abs(perlin(4)) + abs(x - 0.1)"),
    (lambda c: c.where(c.perlin(4) > 0, 1, c.voronoi(8)), "perlin(4) > 0 ? 1 : voronoi(8)"),
    (lambda c: (c.perlin(4) >= 0.1) * (c.perlin(5) < 0.5), "(perlin(4) >= 0.1) * (perlin(5) < 0.5)"),
    (lambda c: 0.2 < c.perlin(4), "perlin(4) > 0.2"),
    (lambda c: c.min(c.perlin(4), c.perlin(5), c.perlin(6)), "min(perlin(4), perlin(5), perlin(6))"),
    (lambda c: c.warp(c.simplex(4, 3), [c.perlin(2), c.perlin(2)], 0.1),
     "warp(simplex(4, 3), [perlin(2), perlin(2)], 0.1)"),
    (lambda c: c.sqrt(c.perlin(4) + 1) + c.sin(6 * c.x) + c.pow(c.perlin(5), 2) + c.step(0.1, c.x),
     "sqrt(perlin(4) + 1) + sin(6*x) + pow(perlin(5), 2) + step(0.1, x)"),
    (lambda c: c.remap(c.perlin(2, 5), [-0.6, 0.6], np.array([-0.2, 1.05])) + c.perlin(4, turbulence="absolute"),
     "remap(perlin(2, 5), [-0.6, 0.6], [-0.2, 1.05]) + perlin(4, turbulence=absolute)"),
    (lambda c: np.float32(2) * c.perlin(np.int8(4)) + np.float64(0.5), "2*perlin(4) + 0.5"),
    (lambda c: 2 ** c.perlin(4) + 1, "exp(perlin(4) * 0.6931471805599453) + 1"),
    (lambda c: c.perlin(8, aligned=True) + c.white(seed=3), "perlin(8, aligned=true) + white(seed=3)"),
    (lambda c: 1e-7 * c.perlin(4) - -2, "1e-7*perlin(4) + 2"),
])
def test_operators_are_those_of_formulas(made, formula):
    assert bits(made(cobble)) == bits(formula)


def test_colours_and_maps():
    rock = cobble.ridged(cobble.simplex(2), 6)
    colour = cobble.ramp(rock, [[0, "#332b22"], [1, "wheat"]])
    cover = cobble.smoothstep(rock, 0.2, 0.4)
    maps = {"color": cobble.blend(colour, "#53682f", cover), "roughness": 0.7 + 0.2 * cover,
            "emissive": cobble.where(rock > 0.9, "teal", "black"), "metallic": 0}
    recipe = cobble.Recipe(rock, maps=maps, size=32)
    assert recipe.maps == ("color", "emissive", "metallic", "roughness")
    rendered = recipe.render(["value", "color", "roughness"])
    assert rendered["color"].shape == (32, 32, 3)
    # The maps show the same rock.
    t = np.clip((rendered["value"] - 0.2) / 0.2, 0, 1)
    smooth = t * t * (3 - 2 * t)
    assert np.abs(rendered["roughness"] - (0.7 + 0.2 * smooth)).max() < 1e-5
    assert len([node for node in recipe.json()["nodes"] if "fractal" in str(node)]) <= 1


def test_an_object_is_one_node():
    rock = cobble.perlin(4)
    assert not cobble.render(rock - rock, size=16).any()
    assert cobble.render(cobble.perlin(4) - cobble.perlin(4), size=16).any()
    assert np.array_equal(cobble.render(rock, size=16), cobble.render(rock * 1, size=16))
    both = rock + cobble.perlin(8) - rock
    assert np.allclose(cobble.render(both, size=16), cobble.render(both, size=16))
    deep = rock
    for _ in range(35):
        deep = deep + deep  # 2^35 uses
    assert np.allclose(cobble.render(deep / 2**35, size=16), cobble.render(rock, size=16))
    assert len(repr(deep)) < 300


def test_seeds_follow_the_order_of_creation():
    first, second = cobble.perlin(4), cobble.perlin(4)
    assert bits(second + 2 * first) == bits("2*perlin(4) + perlin(4)")
    again_first, again_second = cobble.perlin(4), cobble.perlin(4)
    assert bits(second + 2 * first) == bits(again_second + 2 * again_first)
    assert bits(first, seed=1) != bits(first, seed=2)
    assert bits(cobble.perlin(4, seed=5), seed=1) == bits(cobble.perlin(4, seed=5), seed=2)


def test_deep_expressions():
    total = cobble.perlin(4)
    for k in range(200):
        total = total + 0.001 * k
    value = cobble.render(total, size=8) - cobble.render("perlin(4) + 0", size=8)
    assert abs(value.mean() - 19.9) < 0.01
    for _ in range(300):
        total = total * 1.001
    with pytest.raises(cobble.Error, match="nested deeper than 256 levels; combine nodes in pairs"):
        cobble.render(total, size=8)


def test_deep_formulas_are_cut_where_they_are_deep():
    total = cobble.perlin(4)
    for k in range(100):
        other = cobble.x
        while (total._depth + 1) % 24 == 0 and other._depth <= total._depth:
            other = other * 0.5
        total = other - total
    assert np.isfinite(cobble.render(total, size=8)).all()


def test_named_nodes():
    rock = cobble.simplex(2).named("rock")
    recipe = cobble.Recipe(rock + cobble.perlin(8), size=16)
    assert list(recipe.json()["nodes"]) == ["rock"]
    assert recipe.render("@rock").shape == (16, 16)
    before = recipe.render()
    assert not np.array_equal(recipe.set("nodes.rock.frequency", 5).render(), before)
    with pytest.raises(cobble.Error, match="two nodes are called 'rock'"):
        cobble.render(rock + cobble.perlin(3).named("rock"))
    with pytest.raises(cobble.Error, match="must be letters"):
        rock.named("my rock")
    assert rock.named("again") is not rock and copy.deepcopy({"a": rock})["a"] is rock


@pytest.mark.parametrize("name", ["x", "z", "teal", "pi", "tau", "perlin", "sqrt", "ridged", "ref", "true"])
def test_names_that_formulas_have_are_refused(name):
    with pytest.raises(cobble.Error, match=f"name: '{name}' means something else in formulas; choose"):
        cobble.perlin(3).named(name)


def test_short_forms_take_arguments_by_name():
    rock = cobble.perlin(3)
    for row in _types.CATALOG["functions"]:
        function = getattr(cobble, row["name"])
        places = list(inspect.signature(function).parameters)
        if "type" in row:
            assert places[0] == "source"
            assert bits(function(source=rock, octaves=3)) == bits(function(rock, 3))
            continue
        values = [rock + k for k in range(len(places))]
        given = dict(reversed(list(zip(places, values))))
        assert repr(function(**given)) == repr(function(*values))
        del given[places[0]]
        assert repr(function(values[0], **given)) == repr(function(*values))
    colour = cobble.Recipe("x", maps={"color": cobble.rgb(blue=0.5, red=rock, green=0)}, size=8)
    assert np.array_equal(colour.render("color"), cobble.Recipe(
        "x", maps={"color": cobble.rgb(rock, 0, 0.5)}, size=8).render("color"))


def test_nodes_in_recipes():
    moss = cobble.perlin(4)
    recipe = cobble.Recipe({"size": 16, "nodes": {"rock": "simplex(2)"}, "noise": moss * moss + "rock"})
    assert "rock" in recipe.json()["nodes"] and "perlin1" in recipe.json()["nodes"]
    marble = cobble.Recipe("marble", size=16).set("noise", moss + moss)
    assert np.array_equal(marble.render(), cobble.render(
        {"size": 16, "tiling": True, "noise": {"type": "add", "a": moss, "b": moss}}))
    marble.set("maps.color", cobble.ramp(moss, [[0, "red"], [1, "blue"]])).render("color")


def test_objects_in_nodes():
    hills = cobble.hill(distribution={"type": "weibull", "alpha": 0.5, "beta": 2})
    assert cobble.Recipe(hills + 1).json()["nodes"]["hill1"]["distribution"]["type"] == "weibull"
    with pytest.raises(TypeError, match="distribution must be a dict, not str"):
        cobble.hill(distribution="weibull")


def argument(key):
    """A valid value for a key without a default."""
    return {"input": lambda: cobble.exp(cobble.perlin(4)), "inputs": lambda: cobble.perlin(2),
            "number": lambda: min(max(0.5, key.get("minimum", 0)), key.get("maximum", 1)),
            "integer": lambda: max(4, key.get("minimum", 4)), "text": lambda: "scan",
            "choice": lambda: key["choices"][0], "color": lambda: "teal", "range": lambda: [0, 1],
            "pairs": lambda: [[0, 0], [1, 1]], "stops": lambda: [[0, "red"], [1, 0.5]],
            "colors": lambda: ["red", [0, 0.5, 1]], "vector": lambda: [1, 2, 3],
            "list": lambda: [1, 0.5], "scale": lambda: 2, "by-axis": lambda: 4, "size": lambda: 8,
            "bool": lambda: True}[key["type"]]()


@pytest.mark.parametrize("name", sorted(TYPES))
def test_every_type_has_a_function_that_renders(name):
    function = getattr(cobble, _calls.parameter_name(name))
    required = {}
    for key in TYPES[name]["keys"]:
        if _types.is_required(key):
            required[_calls.parameter_name(key["key"])] = argument(key)
    if "low" in required:
        required.update(low=0, high=1)
    if TYPES[name].get("takes_many"):
        node = function(*required.values())
    else:
        node = function(**required)
    recipe = cobble.Recipe({"size": 8, "noise": "x", "maps": {"m": node}})
    if "scan" in required.values():
        recipe.add_image("scan", np.random.default_rng(1).random((64, 64)))
    recipe.render("m")
    assert function.__doc__.startswith(TYPES[name]["summary"][0].upper())
    assert all(_calls.parameter_name(key["key"]) in function.__doc__ for key in TYPES[name]["keys"])


@pytest.mark.parametrize("call, message", [
    (lambda c: c.perlin(frequncy=3), "perlin() has no argument 'frequncy'; did you mean \"frequency\"?"),
    (lambda c: c.perlin(1, 2, 3), "perlin() takes at most 2 arguments without a name, got 3"),
    (lambda c: c.perlin(4, frequency=3), "perlin() got 'frequency' twice"),
    (lambda c: c.ridged(), "ridged() needs the argument 'source'; as in ridged(source, octaves=5)"),
    (lambda c: c.perlin("4"), "perlin: frequency must be a number or a list of numbers, not str"),
    (lambda c: c.perlin(c.x), "perlin: frequency must be a number or a list of numbers, not Node"),
    (lambda c: c.perlin(turbulence=3), "perlin: turbulence must be a str, not int"),
    (lambda c: c.perlin(aligned=1), "perlin: aligned must be a bool, not int"),
    (lambda c: c.ridged(None, 3), "ridged: source must be a node, a number, a colour or a formula, not NoneType"),
    (lambda c: c.perlin(4) if c.perlin(4) else 0, "a node is neither true nor false"),
    (lambda c: c.perlin(4) ** c.perlin(4), "the exponent must be a number"),
    (lambda c: (-2) ** c.perlin(4), "the base of a power of a node must be a number above 0"),
    (lambda c: c.perlin(4) + [1], "unsupported operand"),
    (lambda c: c.perlin(4) * np.ones(3), "operand"),
    (lambda c: np.asarray(c.perlin(4)), "a node is not an array"),
    (lambda c: c.ramp(c.perlin(4), [[0, None]]), "must have numbers or colours, not NoneType"),
])
def test_mistakes_in_calls(call, message):
    with pytest.raises(TypeError) as raised:
        call(cobble)
    assert message in str(raised.value)


def test_numbers_must_be_finite():
    for number in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            cobble.perlin(4) * number


def random_tree(choose, depth):
    """A node and its formula."""
    if depth == 0 or choose.random() < 0.2:
        k = choose.randrange(3)
        number = choose.choice([2, 0.25, 3.5])
        return [(number, str(number)), (cobble.x, "x"), (cobble.y, "y")][k]
    a, b = random_tree(choose, depth - 1), random_tree(choose, depth - 1)
    are_numbers = not any(isinstance(one[0], cobble.Node) for one in (a, b))
    op = "+" if are_numbers else choose.choice("+-*/%<>n^")
    if op == "n":
        return -a[0], f"-({a[1]})"
    if op == "^":
        return a[0] ** 2, f"({a[1]})^2"
    node = {"+": lambda: a[0] + b[0], "-": lambda: a[0] - b[0], "*": lambda: a[0] * b[0],
            "/": lambda: a[0] / (b[0] + 3.25), "%": lambda: a[0] % (b[0] + 5.5),
            "<": lambda: a[0] < b[0], ">": lambda: a[0] > b[0]}[op]()
    shown = {"/": f"({a[1]}) / (({b[1]}) + 3.25)", "%": f"({a[1]}) % (({b[1]}) + 5.5)"}
    return node, shown.get(op, f"({a[1]}) {op} ({b[1]})")


def test_brackets_follow_precedence():
    choose = random.Random(5)
    compared = 0
    while compared < 150:
        node, formula = random_tree(choose, 4)
        if not isinstance(node, cobble.Node):
            continue
        try:
            expected = bits(formula)
        except cobble.Error:
            with pytest.raises(cobble.Error):
                bits(node)
            continue
        assert bits(node) == expected, formula
        compared += 1


def test_stubs_are_current():
    stub = pathlib.Path(_stubs.__file__).with_name("_functions.pyi").read_text()
    assert stub == _stubs.stubs(), "run python3 -m cobble._stubs > src/python/cobble/_functions.pyi"


def test_types_are_checked(here):
    try:
        subprocess.run(["mypy", "--version"], check=True, capture_output=True)
    except OSError:
        pytest.skip("no mypy")
    environment = {**os.environ, "MYPYPATH": str(pathlib.Path(cobble.__file__).parents[1])}
    (here / "good.py").write_text(
        "import cobble\n"
        "rock = cobble.ridged(cobble.simplex(2), 6)\n"
        "recipe = cobble.Recipe(rock**2 - 0.2 * cobble.perlin(8, turbulence='absolute'), size=64)\n"
        "cobble.write(recipe, 'x.png'); cobble.render(recipe, ['value', 'normal'])\n"
        "maps: tuple[str, ...] = recipe.maps\n")
    (here / "bad.py").write_text(
        "import cobble\ncobble.perlin(turbulence='none at all')\ncobble.perlin(octave=3)\n"
        "cobble.ridged()\ncobble.render(3.5)\n")
    command = ["mypy", "--python-executable", sys.executable, "--follow-imports=silent",
               "--ignore-missing-imports", "--cache-dir", str(here / "cache")]
    good = subprocess.run([*command, "good.py"], capture_output=True, text=True, env=environment)
    assert good.returncode == 0, good.stdout
    package = subprocess.run([*command, "-p", "cobble"], capture_output=True, text=True, env=environment)
    assert package.returncode == 0, package.stdout
    bad = subprocess.run([*command, "bad.py"], capture_output=True, text=True, env=environment)
    lines = {line.split(":")[1] for line in bad.stdout.splitlines() if ": error:" in line}
    assert lines == {"2", "3", "4", "5"}, bad.stdout


def test_all_names_are_listed_and_documented():
    for name in cobble.__all__:
        value = getattr(cobble, name)
        assert isinstance(value, (tuple, int)) or value.__doc__
    assert "abs" not in cobble.__all__ and callable(cobble.abs)
    assert set(_types.TABLE) == set(TYPES)
