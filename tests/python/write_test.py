"""Files equal the program's, and the command is the program."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

import cobble
from conftest import SOURCE


def files(folder):
    folder = pathlib.Path(folder)
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("arguments, call", [
    (["-o", "x.png"], lambda to: cobble.write("bark", to / "x.png", size=64)),
    (["-o", "color=a.png", "-o", "normal=b.tif", "-o", "value=c.r32"],
     lambda to: cobble.write("bark", {to / "a.png": "color", f"{to}/b.tif": "normal",
                                      to / "c.r32": ["value"]}, size=64)),
    (["-o", "height,normal=x.exr", "--compression", "small"],
     lambda to: cobble.write("bark", to / "x.exr", ["height", "normal"], size=64,
                             compression="small")),
    (["-o", "x.png", "--bits", 8, "--no-metadata"],
     lambda to: cobble.write("bark", to / "x.png", size=64, bits=8, metadata=False)),
    (["-o", "x_{seed}.png", "--vary", "seed=1..3"],
     lambda to: cobble.write("bark", to / "x_{seed}.png", size=64, vary={"seed": range(1, 4)})),
    (["-o", "x_{x}_{y}.png", "--tiles", "2x4"],
     lambda to: cobble.write("bark", to / "x_{x}_{y}.png", size=64, tiles=(2, 4))),
    (["-o", "x.png", "--tiles", "2x2", "--terrain", "terrarium", "--elevation", "20,1500"],
     lambda to: cobble.write("bark", to / "x.png", size=64, tiles=(2, 2), terrain="terrarium",
                             elevation=(20, 1500))),
    (["-o", "x.png", "--window", "8,8,16,4"],
     lambda to: cobble.write("bark", to / "x.png", size=64, window=(8, 8, 16, 4))),
    (["--for", "godot", "-o", "Bark"],
     lambda to: cobble.write("bark", to / "Bark", engine="godot", size=64)),
], ids=lambda value: str(value[1]) if isinstance(value, list) else "")
def test_files_are_those_of_the_program(here, program, arguments, call):
    for name in ("theirs", "ours"):
        os.mkdir(name)
    program("render", "--preset", "bark", "--size", 64, *arguments, cwd="theirs")
    paths = call(here / "ours")
    ours = files("ours")
    assert ours == files("theirs") and len(ours) >= len(paths) > 0
    assert {pathlib.Path(path).relative_to(here / "ours").as_posix() for path in paths} <= set(ours)


def test_files_that_may_surprise_warn(here):
    with pytest.warns(UserWarning, match="height.png: 50 % of height is outside 0..1") as warned:
        cobble.write("x + 1", "height.png", size=64, set={"range": [0, 1]})
    assert warned[0].filename == __file__


def test_old_files_stay_if_asked(here):
    cobble.write("perlin(4)", "x.png", size=8)
    before = os.stat("x.png").st_mtime_ns
    cobble.write("perlin(4)", "x.png", size=8, if_changed=True)
    assert os.stat("x.png").st_mtime_ns == before
    with pytest.raises(cobble.Error, match="exists"):
        cobble.write("perlin(5)", "x.png", size=8, no_clobber=True)


def test_encoded_bytes_are_those_of_the_file(here):
    cobble.write("bark", "x.tif", "normal", size=32)
    assert cobble.Recipe("bark", size=32).encode("tiff", "normal") == (here / "x.tif").read_bytes()
    metres = {"terrain": "mapbox", "elevation": (0, 2500)}
    cobble.write("bark", "m.png", size=32, **metres)
    assert cobble.Recipe("bark", size=32).encode(**metres) == (here / "m.png").read_bytes()


def test_paths_of_any_bytes(here):
    name = os.fsdecode(b"a\xff \xc3\xa9.png")
    assert cobble.write("perlin(4)", name, size=8) == [name]
    assert cobble.Recipe(pathlib.Path(name)).size == (8, 8)


@pytest.mark.parametrize("arguments", [
    ["--version"], ["list", "presets", "--json"], ["render", "--noise", "perln", "-o", "x.png"],
    ["show", "--preset", "marble", "--brief"], ["info", "no.png"], [],
    ["check", "-"],
], ids=str)
def test_the_command_is_the_program(here, arguments):
    from conftest import PROGRAM

    text = b'{"cobble": 1, "noise": "perlin(4)"}'
    theirs = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True)
    ours = subprocess.run([sys.executable, "-m", "cobble", *arguments], input=text,
                          capture_output=True)
    assert ours.stdout == theirs.stdout and ours.returncode == theirs.returncode
    assert ours.stderr == theirs.stderr


def test_the_add_on_for_blender_finds_the_module():
    path = SOURCE / "src/blender/cobble_textures/command.py"
    spec = importlib.util.spec_from_file_location("command", path)
    command = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(command)
    assert command.find() == [sys.executable, "-m", "cobble"]
    assert any(row["name"] == "marble" for row in command.presets())


@pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="no pip")
def test_pip_installs_the_module(here):
    build = pathlib.Path(cobble.__file__).parents[2]
    if not (build / "CMakeCache.txt").exists():
        pytest.skip("the module is not in its build folder")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "env"],
                          capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"no venv: {made.stdout}")
    installed = subprocess.run(
        ["env/bin/python", "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps",
         "--config-settings", f"build-dir={build}", str(SOURCE / "src/python")],
        capture_output=True, text=True, env=environment)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    code = "import cobble; print(cobble.__file__, cobble.render('marble', size=4).shape)"
    done = subprocess.run(["env/bin/python", "-c", code], capture_output=True, text=True,
                          env=environment, check=True)
    assert str(here / "env") in done.stdout and "(4, 4)" in done.stdout
    version = subprocess.run(["env/bin/cobble", "--version"], capture_output=True, text=True,
                             env=environment, check=True).stdout
    assert version == f"cobble {cobble.__version__}\n"
