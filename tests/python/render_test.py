"""Arrays equal the program's files, bit by bit."""

import json
import threading
import time

import numpy as np
import pytest

import cobble


def raw(path, *shape):
    return np.fromfile(path, "<f4").reshape(shape)


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def test_values_are_those_of_a_raw_file(here, program):
    program("render", "--preset", "marble", "--size", 200, "--seed", 7, "-o", "value=x.r32")
    assert same(cobble.render("marble", size=200, seed=7), raw("x.r32", 200, 200))


@pytest.mark.parametrize("name, channels", [
    ("height", 1), ("normal", 3), ("slope", 2), ("curvature", 1), ("ao", 1), ("bumpslopes", 6),
    ("lit", 3), ("color", 3), ("orm", 3), ("roughness", 1),
])
def test_maps_are_those_of_a_raw_file(here, program, name, channels):
    array = cobble.render("mossy-cobblestones", name, size=64)
    assert array.shape == ((64, 64) if channels == 1 else (64, 64, channels))
    if name == "bumpslopes":  # raw files cannot hold it
        return
    program("render", "--preset", "mossy-cobblestones", "--size", 64, "-o", f"{name}=x.r32")
    assert same(array, raw("x.r32", *array.shape))


def test_several_maps_come_in_one_pass(here):
    names = ["value", "normal", "color", "@clouds"]
    maps = cobble.render("marble", names, size=64)
    for name, array in maps.items():
        assert same(array, cobble.render("marble", name, size=64))
    assert list(maps) == names
    assert maps["normal"].shape == (64, 64, 3) and maps["value"].shape == (64, 64)
    assert list(cobble.render("perlin(4)", ["value"], size=4)) == ["value"]


def test_channels_and_inverses_are_maps(here):
    names = ["normal", "normal.y", "invert:height", "height", "orm", "orm.g"]
    maps = cobble.render("rust", names, size=32)
    assert same(maps["normal.y"], maps["normal"][..., 1].copy())
    assert same(maps["invert:height"], 1 - maps["height"])
    assert same(maps["orm.g"], maps["orm"][..., 1].copy())
    cobble.write("rust", "y.r32", "normal.y", size=32)
    assert same(maps["normal.y"], raw("y.r32", 32, 32))
    values, _, colors = cobble.sample("rust", [[0, 0]], maps=["color", "color.b"])
    assert colors["color.b"][0] == colors["color"][0, 2]
    with pytest.raises(cobble.Error, match="x, y and z"):
        cobble.render("rust", "normal.a", size=8)
    with pytest.raises(cobble.Error, match='did you mean "color"'):
        cobble.render("rust", "albedo", size=8)
    with pytest.raises(cobble.Error, match='did you mean "color"'):
        cobble.write("rust", "a.png", "diffuse", size=8)


def test_the_text_of_a_preset_in_a_shape_that_cannot_tile_has_no_tiling(here):
    wide = cobble.Recipe("rust", size=(96, 54))
    assert json.loads(wide.text)["tiling"] is False
    assert same(cobble.render(cobble.Recipe(wide.text)), cobble.render(wide))
    assert json.loads(cobble.Recipe("rust", size=96).text)["tiling"] is True
    assert json.loads(wide.set("tiling", True).text)["tiling"] is True  # an error to render


def test_windows_are_parts_of_the_picture():
    whole = cobble.render("perlin(4, 3)", size=(60, 40))
    assert same(cobble.render("perlin(4, 3)", size=(60, 40), window=(10, 5, 7, 9)),
                whole[5:14, 10:17].copy())
    beyond = cobble.render("perlin(4, 3)", size=(60, 40), window=(-5, -5, 10, 10))
    assert same(beyond[5:, 5:].copy(), whole[:5, :5].copy())


def test_threads_change_no_bit():
    one = cobble.render("alpine", "normal", size=300, threads=1)
    assert same(one, cobble.render("alpine", "normal", size=300, threads=2))
    assert same(one, cobble.render("alpine", "normal", size=300))


def test_arrays_of_the_caller_are_filled_in_place():
    expected = cobble.render("perlin(4)", size=(32, 16))
    out = np.empty((16, 32), np.float32)
    assert cobble.render("perlin(4)", size=(32, 16), out=out) is out
    assert same(out, expected)
    frame = np.full((20, 40), 9, np.float32)  # rows with gaps
    cobble.render("perlin(4)", size=(32, 16), out=frame[2:18, 4:36])
    assert same(frame[2:18, 4:36].copy(), expected)
    frame[2:18, 4:36] = 9
    assert (frame == 9).all()
    both = {"value": out, "normal": np.empty((16, 32, 3), np.float32)}
    result = cobble.render("perlin(4)", ["value", "normal"], size=(32, 16), out=both)
    assert result["normal"] is both["normal"] and same(out, expected)


def test_sources_of_all_kinds_give_the_same(here, program):
    expected = cobble.render("perlin(4, 3)", size=40, seed=3)
    document = {"cobble": 1, "size": [40, 40], "seed": 3, "noise": "perlin(4, 3)"}
    recipe = cobble.Recipe(document)
    (here / "a.json").write_text(recipe.text)
    program("render", "a.json", "-o", "a.png")
    for source in [document, recipe, "a.json", here / "a.json", "a.png", recipe.copy()]:
        assert same(cobble.render(source), expected)
    assert same(cobble.render(json.dumps(document)), expected)
    without = {"size": 40, "seed": 3, "noise": {"type": "perlin", "frequency": 4, "octaves": 3}}
    assert same(cobble.render(without), expected)


def test_files_that_change_are_read_again(here):
    for name in ("a(1)", "b.json"):
        first = cobble.Recipe("perlin(4)", size=8)
        (here / name).write_text(first.text)
        assert same(cobble.render(name), first.render())
        (here / name).write_text(first.set("seed", 5).text)
        assert same(cobble.render(name), first.render())


def test_settings_are_those_of_the_program(here, program):
    program("render", "--preset", "bark", "--size", 64, "--tiling", "--set", "seed=9",
            "--set", "range=fit", "-o", "value=x.r32")
    array = cobble.render("bark", size=64, tiling=True, set={"seed": 9, "range": "fit"})
    assert same(array, raw("x.r32", 64, 64))


def test_images_are_arrays_or_files(here, program):
    random = np.random.default_rng(1)
    scan = random.random((24, 32), np.float32)
    scan.tofile("scan.r32")
    array = cobble.render("image(name=scan)", images={"scan": scan})
    assert array.shape == (24, 32)
    strided = np.repeat(np.repeat(scan, 2, 0), 3, 1)[::2, ::3]
    assert not strided.flags.c_contiguous
    for same_image in [scan.astype(np.float64), np.asfortranarray(scan), strided,
                       scan[:, :, np.newaxis]]:
        assert same(array, cobble.render("image(name=scan)", images={"scan": same_image}))
    program("render", "--preset", "marble", "--size", 32, "-o", "color=c.png")
    of_file = cobble.render("image(name=scan)", images={"scan": "c.png"})
    program("render", "--noise", "image(name=scan)", "--image", "scan=c.png", "-o", "value=y.r32")
    assert same(of_file, raw("y.r32", 32, 32))
    words = (65535 * scan).astype(np.uint16)
    assert same(*(cobble.render("image(name=scan)", images={"scan": one}) for one in (words, words.astype(">u2"))))
    bytes_of = np.array([[0, 128, 255]], np.uint8)
    assert cobble.Recipe("image(name=scan)", images={"scan": bytes_of}).size == (3, 1)


def test_samples_and_slopes():
    points = np.random.default_rng(2).uniform(-0.5, 0.5, (5, 7, 2))
    values, slopes = cobble.sample("perlin(4, 3)", points)
    assert values.shape == (5, 7) and slopes.shape == (5, 7, 2)
    assert values.dtype == slopes.dtype == np.float32
    step = 1e-4
    for axis in range(2):
        there = points.copy()
        there[..., axis] += step
        back = points.copy()
        back[..., axis] -= step
        difference = (cobble.sample("perlin(4, 3)", there, slopes=False)[0].astype(float)
                      - cobble.sample("perlin(4, 3)", back)[0]) / (2 * step)
        assert np.abs(difference - slopes[..., axis]).max() < 0.05
    values3, slopes3 = cobble.sample("perlin(4, dimensions=3)", np.zeros((4, 3)) + 0.1)
    assert slopes3.shape == (4, 3) and np.abs(slopes3[:, 2]).min() > 0
    assert cobble.sample("perlin(4)", np.empty((0, 2)))[0].shape == (0,)
    assert cobble.sample("perlin(4)", [0.1, 0.2])[0].shape == ()
    assert cobble.sample("perlin(4)", [0.1, 0.2], slopes=False)[1] is None


def test_points_of_a_sphere_are_directions(program):
    recipe = cobble.Recipe("perlin(4)", set={"domain.surface": "equirectangular"})
    near, far = np.random.default_rng(4).normal(size=(2, 50, 3)), 1e200
    values, slopes = cobble.sample(recipe, near[0])
    assert np.allclose(values, cobble.sample(recipe, far * near[0])[0], atol=1e-6)
    assert np.abs((slopes * near[0]).sum(1)).max() < 1e-4 * np.abs(slopes).max()
    for point, why in [([0, 0, 0], "0,0,0"), ([0, 1], "directions x, y, z")]:
        with pytest.raises(cobble.Error, match=why):
            cobble.sample(recipe, [point])


def test_samples_are_those_of_the_program(here, program):
    points = np.random.default_rng(3).uniform(-0.5, 0.5, (100, 2))
    np.savetxt("points.txt", points, fmt="%r", delimiter=",")
    printed = program("sample", "--noise", "voronoi(8)", "--points", "points.txt").decode()
    values, slopes = cobble.sample("voronoi(8)", np.loadtxt("points.txt", delimiter=","))
    table = np.loadtxt(printed.splitlines()[1:], delimiter=",")  # x, y, z, value, dx, dy, dz
    assert np.array_equal(table[:, 3].astype(np.float32), values)
    assert np.array_equal(table[:, 4:6].astype(np.float32), slopes)


def test_samples_of_maps_and_many_points():
    many = np.random.default_rng(4).uniform(-0.5, 0.5, (200_000, 2))
    values, slopes, maps = cobble.sample("marble", many, maps=["color", "roughness"])
    assert same(cobble.sample("marble", many[:9], maps="color")[2]["color"], maps["color"][:9])
    assert maps["color"].shape == (200_000, 3) and maps["roughness"].shape == (200_000,)
    part = cobble.sample("marble", many[131_000:131_010], maps=["color"])
    assert np.array_equal(part[0], values[131_000:131_010])
    assert np.array_equal(part[1], slopes[131_000:131_010])
    assert np.array_equal(part[2]["color"], maps["color"][131_000:131_010])


def test_other_threads_run_meanwhile():
    recipe = cobble.Recipe("cell(8, octaves=6)", size=1500)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    recipe.render(threads=1)  # takes a thousand such pauses
    counted_here = counted[0] - before
    done.set()
    thread.join()
    assert counted_here > 20


def test_threads_render_one_recipe_at_once():
    recipe = cobble.Recipe("perlin(4, 3)", size=200)
    expected = recipe.render()
    results = [None] * 8

    def work(k):
        results[k] = [recipe.render() for _ in range(10)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(same(one, expected) for result in results for one in result)


def test_progress_runs_from_0_to_1():
    fractions = []
    cobble.render("perlin(4, 8)", size=800, progress=fractions.append)
    assert fractions == sorted(fractions) and fractions[-1] == 1 and len(fractions) > 3


def test_notebooks_show_a_picture():
    png = cobble.Recipe("marble")._repr_png_()
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20], "big") == 512
    assert cobble.perlin(4)._repr_png_().startswith(b"\x89PNG")
    assert cobble.Picture("marble", "color")._repr_png_().startswith(b"\x89PNG")
