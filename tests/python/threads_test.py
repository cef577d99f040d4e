"""Threads, processes and interpreters: each sees its own settings, and none waits for ever."""

import subprocess
import sys
import threading
import time

import cobble


def python(code, timeout=60):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout)


def slow():
    """A recipe that takes a while to compile, with the value of its node k."""
    parts = {f"n{k}": " + ".join(f"perlin({3 + j})" for j in range(30)) for k in range(60)}
    return cobble.Recipe({"size": 2, "nodes": {**parts, "k": "0*x"},
                          "noise": "(" + " + ".join(parts) + ")*0 + k"})


def test_a_thread_renders_what_it_has_set():
    recipe = slow()
    is_done = threading.Event()
    begun = []

    def render():
        while not is_done.is_set():
            begun.append(None)
            recipe.render()

    def wait_for(renders):
        end = len(begun) + renders
        while len(begun) < end and other.is_alive():
            time.sleep(0.001)

    other = threading.Thread(target=render)
    other.start()
    try:
        for k in range(12):
            recipe.set("nodes.k", f"{2 * k} + 0*x")
            wait_for(k % 2)  # the other thread compiles
            recipe.set("nodes.k", f"{2 * k + 1} + 0*x")
            wait_for(2)
            assert recipe.render()[0, 0] == 2 * k + 1
    finally:
        is_done.set()
        other.join()


def test_threads_go_on_while_a_recipe_is_compiled():
    ticks, ticks_at = [0], []
    is_done = threading.Event()

    def tick():
        while not is_done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    recipe = slow()
    thread = threading.Thread(target=tick)
    thread.start()
    for call in (lambda: None, recipe.bounds):
        before = ticks[0]
        call()
        ticks_at.append(ticks[0] - before)
    is_done.set()
    thread.join()
    # A call that keeps the others out lets them tick only once or twice, at its ends.
    assert ticks_at[1] > ticks_at[0] + 10


def test_a_fork_of_a_process_that_renders_ends():
    done = python(
        "import cobble, os, threading, time\n"
        "go = threading.Event()\n"
        "work = lambda: cobble.render('cell(8, octaves=8)', size=3000, progress=lambda f: go.set())\n"
        "thread = threading.Thread(target=work)\n"
        "thread.start()\ngo.wait()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    print(cobble.render('perlin(4)', size=8).shape, flush=True)\n"
        "else:\n"
        "    print(os.waitpid(child, 0)[1])\n"
        "    thread.join()\n")
    assert done.stdout == "(8, 8)\n0\n", done.stderr


def test_a_subinterpreter_gets_an_error():
    done = python(
        "import _xxsubinterpreters as interpreters\n"
        "other = interpreters.create()\n"
        "try: interpreters.run_string(other, 'import cobble')\n"
        "except interpreters.RunFailedError as error: print(error)\n"
        "import cobble\nprint(cobble.render('perlin(4)', size=8).shape)\n")
    if "_xxsubinterpreters" not in done.stderr:
        assert "ImportError" in done.stdout and "the main interpreter only" in done.stdout
        assert done.stdout.endswith("(8, 8)\n"), done.stderr


def test_threads_end_with_python_in_silence():
    done = python(
        "import atexit, threading\n"
        "@atexit.register\n"
        "def late():\n"
        "    try: cobble.render('perlin(4)', size=8)\n"
        "    except RuntimeError as error: print(error)\n"
        "import cobble\n"
        "barrier = threading.Barrier(4)\n"
        "def work():\n"
        "    cobble.render('perlin(4)', size=8)\n"
        "    barrier.wait()\n"
        "    while True: cobble.render('cell(8, octaves=8)', size=2000)\n"
        "for k in range(3): threading.Thread(target=work, daemon=True).start()\n"
        "barrier.wait()\n")
    assert (done.stdout, done.stderr, done.returncode) == ("Python is shutting down\n", "", 0)
