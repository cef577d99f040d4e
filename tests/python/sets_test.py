"""Setting values: one node stays one, names do not collide, and the last value counts."""

import json
import random

import numpy as np
import pytest

import cobble
from cobble import _core


def same(recipe, a, b):
    return np.array_equal(recipe.render(a), recipe.render(b))


@pytest.mark.parametrize("made", [
    lambda rock: cobble.Recipe(rock, maps={"m": rock}, size=8),
    lambda rock: cobble.Recipe(rock, set={"maps.m": rock}, size=8),
    lambda rock: cobble.Recipe({"noise": rock}, maps={"m": rock}, size=8),
    lambda rock: cobble.Recipe({"noise": rock, "maps": {"m": rock}}, size=8),
    lambda rock: cobble.Recipe(rock, size=8).set("maps.m", rock),
    lambda rock: cobble.Recipe(rock, size=8).copy().set("maps.m", rock),
    lambda rock: cobble.Recipe(cobble.Recipe(rock, size=8), maps={"m": rock}),
    lambda rock: cobble.Recipe(rock + 0, size=8).set("maps.m", rock),
    lambda rock: cobble.Recipe("x", maps={"m": rock}, size=8).set("noise", rock),
])
def test_an_object_is_one_node_of_a_recipe(made):
    rock = cobble.perlin(3)
    assert same(made(rock), "value", "m")
    other = made(rock).set("maps.n", cobble.perlin(3))
    assert not same(other, "value", "n") and same(other, "value", "m")


def test_maps_of_one_call_share_nodes():
    rock = cobble.ridged(cobble.perlin(3), 4)
    recipe = cobble.Recipe("x", maps={"a": rock, "b": rock + 0}, size=8)
    assert same(recipe, "a", "b")
    assert len(recipe.json()["nodes"]) == 1
    recipe.set("maps.c", 2 * rock).set("maps.d", rock * 1)
    assert len(recipe.json()["nodes"]) == 1 and same(recipe, "a", "d")
    recipe.set("nodes.ridged1.octaves", 2)  # of all maps
    assert same(recipe, "a", "d")


def test_a_preset_keeps_its_noises():
    before = cobble.render("marble", size=8)
    recipe = cobble.Recipe("marble", maps={"m": cobble.perlin(3) + cobble.simplex(4)}, size=8)
    assert np.array_equal(recipe.render(), before)
    recipe.set("maps.n", cobble.perlin(3))
    assert np.array_equal(recipe.render(), before) and not same(recipe, "m", "n")


@pytest.mark.parametrize("made", [
    lambda: cobble.Recipe({"nodes": {"rock": "voronoi(8)"}, "noise": "rock"})
    .set("maps.m", cobble.perlin(3).named("rock")),
    lambda: cobble.Recipe({"nodes": {"rock": "0.5"}, "noise": cobble.perlin(3).named("rock") + 0}),
    lambda: cobble.Recipe('{"cobble": 1, "nodes": {"rock": "0.5"}, "noise": "rock + x"}')
    .set("noise", cobble.perlin(3).named("rock")),
    lambda: cobble.Recipe("x", maps={"a": cobble.x.named("rock"), "b": cobble.y.named("rock")}),
    lambda: cobble.Recipe("x").set("nodes.rock", "y").set("maps.m", cobble.x.named("rock")),
    lambda: cobble.Recipe(cobble.x.named("rock")).set("maps.m", cobble.y.named("rock")),
    lambda: cobble.Recipe("x", maps={"a": cobble.x.named("rock")}).set("maps.b", cobble.y.named("rock")),
])
def test_two_nodes_have_two_names(made):
    with pytest.raises(cobble.Error) as raised:
        made()
    assert "two nodes are called 'rock'; give one of them another name" in str(raised.value)


def test_names_of_objects_avoid_those_of_the_recipe():
    pair = cobble.perlin(3)
    for is_valid in (True, False):
        recipe = cobble.Recipe({"nodes": {"perlin1": "0.5"}, "noise": "perlin1 + 0*x"}, size=4)
        if not is_valid:
            recipe.set("noise.octaves", 99)
        recipe.set("maps.m", pair * pair)
        recipe.set("noise", "perlin1 + 0*x")
        assert (recipe.render() == 0.5).all() and "perlin2" in recipe.json()["nodes"]
    rock = cobble.x.named("rock")
    assert (cobble.render({"nodes": {"rock": rock}, "noise": rock + 1 - "x"}, size=4) == 1).all()


def test_values_replace_those_of_their_path():
    recipe = cobble.Recipe("perlin(4)", size=8)
    for k in range(3):
        recipe.set("maps.m", cobble.perlin(k + 2).named("rock") * 2)
    assert recipe.json()["nodes"]["rock"]["frequency"] == 4
    alone = cobble.Recipe("perlin(4)", size=8).set("maps.m", cobble.perlin(4).named("rock") * 2)
    assert np.array_equal(recipe.render("m"), alone.render("m"))
    shared = cobble.perlin(3)
    recipe = cobble.Recipe("x").set("maps.a", shared * shared).set("maps.b", shared + shared)
    before = recipe.render("b")
    assert np.array_equal(recipe.set("maps.a", "y").render("b"), before)
    assert "nodes" not in recipe.set("maps.b", "y").json()


PATHS = ["noise", "noise.octaves", "/noise/octaves", "octaves", "noise.frequency", "seed", "nodes.k",
         "nodes.k.octaves", "maps.m", "maps", "nodes", "noise.type", "noise.a", "noise.a.octaves"]
VALUES = [1, 3, 99, "perlin(8, 2)", "perlin", "simplex", "k + 1", "perlin(3) * simplex(4)",
          {"octaves": 3}, {"frequency": 8}, {"type": "perlin", "frequency": 6}, {"k": "perlin(5)"},
          {"m": "x"}, {"m": {"type": "perlin", "octaves": 2}}]


def outcome(made):
    """The complete recipe, or its errors."""
    try:
        return made()
    except cobble.Error as error:
        return str(error)


def test_the_recipe_is_that_of_all_sets_in_turn():
    choose = random.Random(3)
    complete = shorter = 0
    for _ in range(5000):
        recipe = cobble.Recipe("perlin(4)")
        core = _core.Recipe.from_formula("perlin(4)")
        few = choose.sample(PATHS, 4)
        count = choose.randrange(2, 9)
        for _ in range(count):
            path, value = choose.choice(few), choose.choice(VALUES)
            recipe.set(path, value)
            core.set(path, json.dumps(value))
        expected = outcome(lambda: core.write(False) if _core.Program(core, (), True, True, None) else "")
        if expected.startswith("{"):
            assert outcome(lambda: recipe.text) == expected
            complete += 1
        shorter += len(recipe._settings) < count
    assert complete > 200 and shorter > 2000


@pytest.mark.parametrize("change", [
    lambda recipe, k: recipe.set("seed", k),
    lambda recipe, k: recipe.set("noise", f"perlin({k % 30 + 2})").set("octaves", 3),
    lambda recipe, k: recipe.set("maps.m", cobble.perlin(k % 30 + 2) * cobble.perlin(3).named("rock")),
    lambda recipe, k: recipe.set("noise", {"type": "perlin", "frequency": k % 30 + 2}),
    lambda recipe, k: recipe.set("noise", "image(name=scan)").add_image("scan", np.ones((4, 4)) * k),
])
def test_a_recipe_that_changes_often_stays_small(change):
    recipe = cobble.Recipe("perlin(4)", size=4)
    for k in range(1000):
        change(recipe, k)
    assert len(recipe._settings) <= 3 and len(recipe._images) <= 1
    recipe.render()


def test_the_last_image_of_a_name_counts():
    dark, light = np.zeros((4, 4)), np.ones((4, 4))
    recipe = cobble.Recipe("image(name=scan)", images={"scan": dark}, size=4)
    assert (cobble.render(recipe, images={"scan": light}) == 1).all()
    assert not recipe.render().any()
    assert (recipe.add_image("scan", light).render() == 1).all()
