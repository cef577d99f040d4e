"""Rivers as GeoJSON."""

import json

import pytest

import cobble

LAND = "drainage(perlin(4, 5), 0.5, river=0, resolution=128, output={})"


def test_rivers_are_those_of_the_command(program):
    recipe = cobble.Recipe(LAND.format("height"), seed=3)
    text = program("rivers", "--noise", LAND.format("height"), "--seed", 3, "-o", "-")
    assert recipe.rivers() == cobble.rivers(recipe) == json.loads(text)
    assert len(recipe.rivers(min_size=0.05)["features"]) < len(recipe.rivers()["features"])


def test_streams_are_in_the_flow_and_lakes_in_the_water():
    lines, shores = [], []
    for one in cobble.rivers(LAND.format("water"))["features"]:
        places = one["geometry"]["coordinates"]
        if one["properties"]["kind"] == "stream":
            lines += places
        else:
            shores += [at for at in places[0] if max(map(abs, at)) < 0.499]
    flow, _ = cobble.sample(LAND.format("flow"), lines)
    assert flow.min() > 0.35
    water, _ = cobble.sample(LAND.format("water"), shores)
    assert 0 < water.max() < 0.005


@pytest.mark.parametrize("options, option", [
    ({"min_size": 2}, "min_size"), ({"node": "@worn"}, "node"),
    ({"georeference": "x"}, "georeference"),
])
def test_wrong_options_are_named(options, option):
    with pytest.raises(cobble.Error) as error:
        cobble.rivers(LAND.format("height"), **options)
    assert error.value.issues[0].option == option
