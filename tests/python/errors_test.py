"""Bad input and interrupted runs raise an exception that names the cause, and never crash."""

import os
import pathlib
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import cobble

IMAGE = "image(name=scan)"


@pytest.mark.parametrize("call, kind, message", [
    (lambda: cobble.render("marbel"), "usage", "marble"),
    (lambda: cobble.render("perlin(8, octave=3)"), "usage", "octaves"),
    (lambda: cobble.render("no.json"), "io", "No such file or directory"),
    (lambda: cobble.render("no.png"), "io", "No such file or directory"),
    (lambda: cobble.render(pathlib.Path("marble")), "io", "No such file or directory"),
    (lambda: cobble.render({}), "recipe", "noise"),
    (lambda: cobble.render({"cobble": 1, "noise": {"type": "perlin", "octave": 3}}), "recipe", "/noise/octave"),
    (lambda: cobble.render("perlin(4)", "heigt"), "usage", "height"),
    (lambda: cobble.render("perlin(4)", "color"), "usage", "color"),
    (lambda: cobble.render("perlin(4)", []), "usage", "at least one map"),
    (lambda: cobble.render("perlin(4)", ["value", "value"]), "usage", "twice"),
    (lambda: cobble.render("perlin(4)", size=0), "usage", "size: "),
    (lambda: cobble.render("perlin(4)", seed=-1), "usage", "seed: "),
    (lambda: cobble.render("perlin(4)", threads=-1), "usage", "threads: "),
    (lambda: cobble.render("perlin(4)", window=(0, 0, 0, 5)), "usage", "window: "),
    (lambda: cobble.render("perlin(4)", window=(2**53, 0, 5, 5)), "usage", "window"),
    (lambda: cobble.render("perlin(4)", set={"noise.octave": 3}), "usage", "octave"),
    (lambda: cobble.render("perlin(4)", images={"a": np.ones((2, 2))}), "usage", "a"),
    (lambda: cobble.render(IMAGE), "usage", 'use images={"scan": array}'),
    (lambda: cobble.render(IMAGE, images={"scan": "no.png"}), "io", "no.png"),
    (lambda: cobble.render(IMAGE, images={"scan": np.full((2, 2), np.nan)}), "usage",
     "the image 'scan': an image has a channel whose samples are all missing"),
    (lambda: cobble.render(IMAGE, images={"scan": np.ones((0, 2))}), "usage", ""),
    (lambda: cobble.sample("perlin(4)", [[np.nan, 0]]), "usage", "finite"),
    (lambda: cobble.sample("perlin(4)", [[1e300, 0]]), "recipe", "2^40"),
    (lambda: cobble.sample("perlin(4)", [[0, 0]], maps=["color"]), "usage", "color"),
    (lambda: cobble.write("perlin(4)", "x.tga2"), "usage", "x.tga2"),
    (lambda: cobble.write("perlin(4)", "no/folder/x.png"), "io", "no/folder"),
    (lambda: cobble.write("perlin(4)", "x.png", vary={"seed": [1, 2]}), "usage", "path"),
    (lambda: cobble.write("perlin(4)", "x", engine="unty"), "usage", 'unity'),
    (lambda: cobble.write("perlin(4)", "x.png", bits=7), "usage", "bits"),
    (lambda: cobble.write("perlin(4)", "x", engine="unity", primaries="rec2020"), "usage", "primaries: is only for"),
    (lambda: cobble.write("perlin(4)", {}), "usage", "at least one file"),
    (lambda: cobble.write("perlin(4)", "x.png", size=2**20), "limit", ""),
    (lambda: cobble.Recipe("perlin(4)").set("maps.Color", 1).text, "usage", "maps"),
])
def test_errors_have_issues(here, call, kind, message):
    with pytest.raises(cobble.Error) as raised:
        call()
    error = raised.value
    assert error.kind == kind and error.issues
    assert message in str(error), str(error)
    assert "\n\n" not in str(error) and "limits." not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.issues == error.issues


def test_issues_say_where():
    with pytest.raises(cobble.Error) as raised:
        cobble.render({"cobble": 1, "noise": {"type": "perlin", "octave": 3, "frequency": -1}})
    issues = raised.value.issues
    assert [issue.pointer for issue in issues] == ["/noise/octave", "/noise/frequency"]
    assert issues[0].hint == 'did you mean "octaves"?' and issues[0].line == 1
    assert issues[0].suggestion == "octaves"
    with pytest.raises(cobble.Error) as raised:
        cobble.render("1 + sn(x)")
    issue = raised.value.issues[0]
    assert (issue.formula, issue.offset, issue.column) == ("1 + sn(x)", 4, 5)
    assert str(raised.value).endswith("\n    1 + sn(x)\n        ^")
    assert raised.value.status == 2


@pytest.mark.parametrize("call, error, message", [
    (lambda: cobble.render(3.5), TypeError, "not float"),
    (lambda: cobble.render(None), TypeError, "not NoneType"),
    (lambda: cobble.render(cobble.perlin), TypeError, "cobble.perlin is a function: call it"),
    (lambda: cobble.perln(4), AttributeError, 'did you mean "perlin"?'),
    (lambda: cobble.render("perlin(4)", 3), TypeError, "map must be a str, not int"),
    (lambda: cobble.render("perlin(4)", size="8"), TypeError, "size must be an int or two ints"),
    (lambda: cobble.render("perlin(4)", size=(8, 8, 8)), TypeError, "size must be an int or two ints"),
    (lambda: cobble.write("perlin(4)", "a.png", terrain="mapbox", elevation=5), TypeError,
     "elevation must be two numbers"),
    (lambda: cobble.render("perlin(4)", size=8.5), TypeError, "size must be an int"),
    (lambda: cobble.render("perlin(4)", seed=True), TypeError, "seed must be an int, not bool"),
    (lambda: cobble.render("perlin(4)", seed=1).any() and cobble.render("perlin(4)", seed=1.0),
     TypeError, "seed must be an int, not float"),
    (lambda: cobble.render("perlin(4)", seed=[1]), TypeError, "seed must be an int, not list"),
    (lambda: cobble.render("perlin(4)", tiling=1), TypeError, "tiling must be a bool"),
    (lambda: cobble.render("perlin(4)", window=(1, 2)), TypeError, "window must be (x, y, width, height)"),
    (lambda: cobble.render("perlin(4)", progress=3), TypeError, "progress must be a function, not int"),
    (lambda: cobble.render("perlin(4)", set={"a": {1, 2}}), TypeError, "set"),
    (lambda: cobble.render("perlin(4)", set="a"), TypeError, "set must be a dict, not str"),
    (lambda: cobble.render("perlin(4)", images=[1]), TypeError, "images must be a dict, not list"),
    (lambda: cobble.render("perlin(4)", set={"a": float("nan")}), ValueError, "finite"),
    (lambda: cobble.render("perlin(\0)"), ValueError, "NUL"),
    (lambda: cobble.render("perlin(\ud800)"), ValueError, "Unicode"),
    (lambda: cobble.render("perlin(4)", "a\0b"), ValueError, "NUL"),
    (lambda: cobble.write("perlin(4)", "a\0.png"), ValueError, "NUL"),
    (lambda: cobble.write("perlin(4)", 3), TypeError, "path must be a str or a path"),
    (lambda: cobble.write("perlin(4)", "x.png", vary=3), TypeError, "vary must be a dict"),
    (lambda: cobble.write("perlin(4)", "x.png", sync=None), TypeError, "sync must be a bool"),
    (lambda: cobble.render(IMAGE, images={"scan": np.ones(3)}), ValueError, "must have the shape"),
    (lambda: cobble.render(IMAGE, images={"scan": np.ones((3, 3, 5))}), ValueError, "1 to 4"),
    (lambda: cobble.render(IMAGE, images={"scan": np.ones((3, 3), complex)}), TypeError, "not complex"),
    (lambda: cobble.render(IMAGE, images={"scan": [["a"]]}), TypeError, "must have floats"),
    (lambda: cobble.sample("perlin(4)", 3), ValueError, "points must have the shape"),
    (lambda: cobble.sample("perlin(4)", np.ones((3, 4))), ValueError, "got (3, 4)"),
    (lambda: cobble.sample("perlin(4)", "ab"), ValueError, "points must be an array of numbers"),
    (lambda: cobble.sample("perlin(4)", [[0, 0], [1]]), ValueError, "points must be"),
])
def test_wrong_types(here, call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)


@pytest.mark.parametrize("out, error, message", [
    (np.empty((8, 9), np.float32), ValueError, "must have the shape (8, 8), got (8, 9)"),
    (np.empty((8, 8)), TypeError, "must have the dtype float32, not float64"),
    (np.empty((8, 8), ">f4"), TypeError, "float32"),
    (np.empty((8, 16), np.float32)[:, ::2], ValueError, "rows without gaps"),
    (np.empty((8, 8), np.float32)[::-1], ValueError, "rows without gaps"),
    (np.empty((8, 8), np.float32).T[:, ::-1], ValueError, "rows without gaps"),
    (np.broadcast_to(np.float32(0), (8, 8)), ValueError, "read-only"),
    (np.lib.stride_tricks.as_strided(np.empty(20, np.float32), (8, 8), (4, 4)), ValueError, "rows without"),
    ([[0.0] * 8] * 8, TypeError, "out must be an array, not list"),
    ({"value": np.empty((8, 8), np.float32)}, TypeError, "out must be an array, not dict"),
])
def test_arrays_that_do_not_fit(out, error, message):
    with pytest.raises(error) as raised:
        cobble.render("perlin(4)", size=8, out=out)
    assert message in str(raised.value)
    with pytest.raises(TypeError, match="a dict with an array for each map"):
        cobble.render("perlin(4)", ["value"], size=8, out=np.empty((8, 8), np.float32))


def test_arrays_that_overlap():
    whole = np.empty((8, 16), np.float32)
    halves = {"value": whole[:, :8], "height": whole[:, 8:]}
    rendered = cobble.render("perlin(4)", ["value", "height"], size=8, out=halves)
    assert all(rendered[name] is halves[name] for name in halves)
    assert np.array_equal(whole[:, :8], cobble.render("perlin(4)", size=8))
    for other in (whole[:, 7:15], whole[:, :8]):
        with pytest.raises(ValueError, match=r"out\['height'\] shares memory with out\['value'\]"):
            cobble.render("perlin(4)", ["value", "height"], size=8, out={"value": whole[:, :8], "height": other})


def test_what_the_progress_function_raises_ends_the_run():
    class Enough(Exception):
        pass

    def stop(fraction):
        raise Enough(fraction)

    for size in (8, 1200):  # on this thread, and on another
        with pytest.raises(Enough):
            cobble.render("perlin(4, 8)", size=size, progress=stop)
    with pytest.raises(Enough):
        cobble.write("perlin(4)", os.devnull, format="png", progress=stop)
    with pytest.raises(TypeError):
        cobble.render("perlin(4)", size=8, progress=lambda: None)
    assert cobble.render("perlin(4)", size=8).shape == (8, 8)


def computed(process):
    """Returns a process's user CPU time in seconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def interrupt(code, seconds=0.2):
    """Runs Python, and interrupts it when it has computed a while after its first line of output.
    Returns its output."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline()
    start = computed(process)
    while process.poll() is None and computed(process) < start + seconds:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=500)


def test_control_c_stops(here):
    # Rendering all of it takes many minutes.
    out, err = interrupt(
        "import cobble\nprint('go', flush=True)\n"
        "octaves = ' + '.join(f'cell({k}, octaves=16)' for k in range(3, 53))\n"
        "try: cobble.render(octaves, size=30000, window=(0, 0, 30000, 9000))\n"
        "except KeyboardInterrupt: print('stopped', cobble.render('perlin(4)', size=8).shape)\n")
    assert out == "stopped (8, 8)\n", err


def test_control_c_leaves_the_old_file(here):
    (here / "x.png").write_bytes(b"old")
    out, err = interrupt(
        "import cobble\nprint('go', flush=True)\n"
        "try: cobble.write('cell(8, octaves=16)', 'x.png', size=16000)\n"
        "except KeyboardInterrupt: print('stopped')\n")
    assert out == "stopped\n", err
    assert os.listdir(here) == ["x.png"] and (here / "x.png").read_bytes() == b"old"


def test_control_c_stops_compiling(here):
    # Ranking the pixels takes seconds.
    out, err = interrupt(
        "import cobble, numpy, time\n"
        "scan = numpy.random.default_rng(1).random((5000, 5000), numpy.float32)\n"
        "recipe = cobble.Recipe('by-example(name=scan)', images={'scan': scan})\n"
        "def computed(start=0): return time.process_time() - start\n"
        "start = computed()\n"
        "print('go', flush=True)\n"
        "try: cobble.render(recipe, size=8)\n"
        "except KeyboardInterrupt:\n"
        "    stopped, start = computed(start), computed()\n"
        "    cobble.render(recipe, size=8)\n"
        "    print('stopped early', stopped < computed(start) / 2)\n")
    assert out == "stopped early True\n", err


def test_a_handler_that_does_not_raise_lets_the_run_go_on(here):
    out, err = interrupt(
        "import cobble, signal, threading\n"
        "handled = threading.Event()\n"
        "def handler(*_):\n"
        "    print('handled', flush=True)\n"
        "    handled.set()\n"
        "signal.signal(signal.SIGINT, handler)\n"
        "print('go', flush=True)\n"
        "wait = lambda fraction: handled.wait(30)\n"
        "print(cobble.render('cell(8, octaves=8)', size=3000, progress=wait).shape)\n", seconds=0)
    assert out == "handled\n(3000, 3000)\n", err


def test_python_ends_while_a_thread_renders():
    code = ("import cobble, threading\n"
            "barrier = threading.Barrier(4)\n"
            "def work():\n"
            "    wait = [barrier.wait]\n"
            "    progress = lambda f: wait and wait.pop()()\n"
            "    while True: cobble.render('cell(8, octaves=8)', size=2000, progress=progress)\n"
            "for k in range(3): threading.Thread(target=work, daemon=True).start()\n"
            "barrier.wait()\nprint('end')\n")
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.returncode) == ("end\n", 0), done.stderr


def test_processes_that_fork_render():
    code = ("import cobble, multiprocessing, numpy\n"
            "a = cobble.render('perlin(4, 6)', size=700)\n"
            "def work(k): return (cobble.render('perlin(4, 6)', size=700) == a).all()\n"
            "with multiprocessing.get_context('fork').Pool(3) as pool: print(all(pool.map(work, range(6))))\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "True\n", done.stderr


def test_memory_that_runs_out():
    with pytest.raises((MemoryError, ValueError)):
        cobble.render("perlin(4)", size=2**31 - 1)
    code = ("import resource, cobble\ncobble.render('perlin(4)', size=64)\n"
            "resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))\n"
            "for k in range(3):\n"
            "    try: cobble.render('marble', ['value', 'normal', 'color'], size=12000, threads=1)\n"
            "    except (MemoryError, cobble.Error) as error: print(type(error).__name__)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= {"_ArrayMemoryError", "MemoryError", "Error"}
    assert len(done.stdout.split()) == 3


def test_files_of_two_versions_are_refused(here):
    package = here / "cobble"
    shutil.copytree(pathlib.Path(cobble.__file__).parent, package)
    (package / "_version.py").write_text('__version__ = "0.0.9"\n')
    done = subprocess.run([sys.executable, "-c", "import cobble"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(here)})
    assert "ImportError: cobble's Python files have version 0.0.9, its compiled module" in done.stderr
    for module in package.glob("_core.*"):
        module.rename(package / "_core.cpython-27-x86_64-linux-gnu.so")
    done = subprocess.run([sys.executable, "-c", "import cobble"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(here)})
    assert "does not load in Python 3." in done.stderr and "cpython-27" in done.stderr


def test_random_arguments_never_crash(here):
    choose = np.random.default_rng(7)
    values = [None, 0, -1, 3, 2**70, 1.5, float("nan"), "", "a", "perlin(4)", [], [1], {}, {"a": 1},
              np.ones((2, 2)), np.ones(3), b"x", object(), (4, 4), True, cobble.perlin(4)]

    def pick():
        return values[choose.integers(len(values))]

    names = ["map", "size", "seed", "tiling", "images", "set", "window", "threads", "progress", "out"]
    outcomes = set()
    for _ in range(1500):
        given = {name: pick() for name in choose.choice(names, 2, replace=False)}
        try:
            if choose.random() < 0.2:
                cobble.sample(pick(), pick(), maps=pick(), images=pick())
            if choose.random() < 0.2:
                cobble.Picture(pick(), pick())[pick()]
            if choose.random() < 0.2:
                cobble.write(pick(), pick(), pick(), vary=pick(), tiles=pick(), bits=pick())
            if choose.random() < 0.3:
                cobble.blend(pick(), pick(), mode=pick())
                cobble.warp(pick(), pick(), pick())
            cobble.render(pick() if choose.random() < 0.3 else {"size": 4, "noise": "perlin(4)"}, **given)
            outcomes.add("ok")
        except (TypeError, ValueError, OverflowError, IndexError, cobble.Error, MemoryError) as error:
            outcomes.add(type(error).__name__)
            assert str(error)
    assert {"ok", "TypeError", "Error"} <= outcomes
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
