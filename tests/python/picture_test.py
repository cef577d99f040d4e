"""Lazy pictures: their slices equal the array's."""

import pickle

import numpy as np
import pytest

import cobble


@pytest.fixture(scope="module")
def picture():
    return cobble.Picture("perlin(4, 3)", size=(50, 30))


KEYS = [
    np.s_[3:9, 4:20], np.s_[:], np.s_[...], np.s_[5], np.s_[-1], np.s_[:, 7], np.s_[2, 3],
    np.s_[::2, ::3], np.s_[::-1], np.s_[20:3:-4, 40:2:-5], np.s_[10:5], np.s_[:0, 3:4],
    np.s_[..., -3:], np.s_[100:], np.s_[-5:, -6:-2], np.s_[np.int64(3), np.uint8(4):9],
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_slices_of_numbers(picture, key):
    whole = picture.recipe.render()
    assert np.array_equal(picture[key], whole[key])
    assert np.shape(picture[key]) == np.shape(whole[key])


@pytest.mark.parametrize("key", [np.s_[3:9, 4:20], np.s_[1, 2, 0], np.s_[..., 1], np.s_[:, :, ::-1],
                                 np.s_[2:4, ::2, 1:], np.s_[5, ..., -1], np.s_[5]], ids=str)
def test_slices_of_colours(key):
    picture = cobble.Picture("marble", "color", size=40)
    assert picture.shape == (40, 40, 3) and picture.ndim == 3
    assert np.array_equal(picture[key], picture.recipe.render("color")[key])


@pytest.mark.parametrize("key, error", [
    (30, IndexError), (np.s_[0, -51], IndexError), (np.s_[0, 0, 0], IndexError), ("a", TypeError),
    (True, TypeError), ([1, 2], TypeError), (None, TypeError), (1.5, TypeError),
    (np.s_[..., ...], IndexError),
], ids=str)
def test_other_keys_are_refused(picture, key, error):
    with pytest.raises(error):
        picture[key]


def test_is_like_an_array(picture):
    assert picture.shape == (30, 50) and len(picture) == 30 and picture.size == 1500
    assert picture.dtype == np.float32 and picture.nbytes == 6000
    assert np.array_equal(np.asarray(picture), picture.recipe.render())
    assert np.asarray(picture, np.float64).dtype == np.float64
    assert cobble.Picture("marble", size=5000).chunks == (1024, 1024)


def test_dask_maps_over_a_large_picture():
    array = pytest.importorskip("dask.array") and cobble.dask_array("marble", "height", size=2**17)
    assert array.shape == (2**17, 2**17) and array.dtype == np.float32
    part = array[70_000:70_300, 1000:3000].compute()
    whole = cobble.render("marble", "height", size=2**17, window=(1000, 70_000, 2000, 300))
    assert np.array_equal(part, whole)


def test_dask_computes_statistics():
    pytest.importorskip("dask.array")
    mean = cobble.dask_array("marble", size=300, chunks=(128, 100)).mean().compute()
    assert abs(mean - cobble.render("marble", size=300).mean()) < 1e-5
    colours = cobble.dask_array("marble", "color", size=100)
    assert colours.shape == (100, 100, 3)
    assert np.array_equal(colours.compute(), cobble.render("marble", "color", size=100))
    assert cobble.dask_array("marble", size=64).name == cobble.dask_array("marble", size=64).name
    assert cobble.dask_array("marble", size=64).name != cobble.dask_array("bark", size=64).name


def test_recipes_and_pictures_can_be_pickled(picture):
    assert np.array_equal(pickle.loads(pickle.dumps(picture))[2:5], picture[2:5])
    scan = np.random.default_rng(1).random((8, 9), np.float32)
    recipe = cobble.Recipe("image(name=a) + perlin(4)", images={"a": scan}, size=32)
    again = pickle.loads(pickle.dumps(recipe))
    assert np.array_equal(again.render(), recipe.render()) and again.text == recipe.text


def test_notebooks_show_what_can_be_shown():
    rock = cobble.perlin(3)
    colour = cobble.ramp(rock, [[0, "#332b22"], [1, "wheat"]])
    for shown in (rock, rock > 0, colour, cobble.Recipe(rock), cobble.Picture(rock, size=8)):
        assert shown._repr_png_().startswith(b"\x89PNG"), shown
    for one in (cobble.image(name="scan"), cobble.Node("perln(3)"), rock.named("a") + cobble.x.named("a"),
                cobble.Recipe("image(name=scan)"), cobble.Recipe(rock).set("noise.octaves", 99)):
        assert one._repr_png_() is None, one
