"""Measures what calls cost beyond rendering, and arrays against raw files: speed.py PROGRAM."""

import pathlib
import subprocess
import sys
import time

import numpy as np

import cobble


def best(call, seconds=1.0):
    """Returns the shortest time of a call, in seconds."""
    call()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def show(what, seconds):
    print(f"{what:58}{1e6 * seconds:12.1f} us")


def calls():
    recipe = cobble.Recipe("perlin(4)")
    pixel = (0, 0, 1, 1)
    show("recipe.render of one pixel, one thread", best(lambda: recipe.render(window=pixel, threads=1)))
    show("render of a formula, one pixel", best(lambda: cobble.render("perlin(4)", window=pixel)))
    show("render of a preset, one pixel", best(lambda: cobble.render("marble", window=pixel)))
    show("render of a preset, new seed each time, one pixel",
         best(lambda seeds=iter(range(10**9)): cobble.render("marble", window=pixel, seed=next(seeds))))
    show("the same of a formula", best(
        lambda seeds=iter(range(10**9)): cobble.render("perlin(4)", window=pixel, seed=next(seeds))))
    point = np.zeros((1, 2))
    show("sample at one point", best(lambda: cobble.sample(recipe, point)))
    rock = cobble.simplex(2)
    show("an expression of 4 nodes, made and rendered, one pixel",
         best(lambda: cobble.render(rock**2 - 0.2 * cobble.perlin(8), window=pixel)))
    picture = cobble.Picture("perlin(4)", threads=1)
    show("one pixel of a picture", best(lambda: picture[5, 6]))


def files(program):
    path = pathlib.Path("/dev/shm/cobble_speed.r32")
    for name, size in (("perlin(4, 6)", 4096), ("ridged(perlin(4), 6)", 8192)):
        recipe = cobble.Recipe(name, size=size)
        array = best(lambda: recipe.render(), 4)
        out = np.zeros((size, size), np.float32)
        again = best(lambda: recipe.render(out=out), 4)

        def run():
            subprocess.run([program, "render", "--noise", name, "--size", str(size), "--quiet",
                            "--no-sync", "-o", f"value={path}"], check=True, capture_output=True)
        file = best(run, 4)
        print(f"{name} {size}^2: array {1e3 * array:.1f} ms, array of the caller {1e3 * again:.1f} ms, "
              f"file in /dev/shm {1e3 * file:.1f} ms")
    for one in path.parent.glob("cobble_speed*"):
        one.unlink()


if __name__ == "__main__":
    calls()
    files(sys.argv[1])
