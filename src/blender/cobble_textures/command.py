"""Finds cobble, the Python module or the program, and runs it. Knows nothing of Blender."""

import functools
import importlib.util
import json
import shutil
import subprocess
import sys
import typing

# Blender has no console. Without this, Windows would open one for each run.
_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Failure(Exception):
    """cobble is missing, or reported errors. The text has a line for each."""


class Input(typing.NamedTuple):
    """A text for standard input, and its name in errors."""

    text: str = ""
    name: str = "-"


def _works(start):
    try:
        subprocess.run(
            [*start, "--version"], check=True, capture_output=True, timeout=20, creationflags=_FLAGS
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


@functools.lru_cache(maxsize=8)
def find(program=""):
    """Returns the start of command lines. `program`: a path, or "" to look for cobble.

    Tries each, since the module may be built for another version of Python than Blender's.
    """
    if program:
        starts = [[program]]
    else:
        starts = [[sys.executable, "-m", "cobble"]] if importlib.util.find_spec("cobble") else []
        found = shutil.which("cobble")
        if found:
            starts.append([found])
    for start in starts:
        if _works(start):
            return start
    where = "the program in the add-on's preferences"
    if program:
        raise Failure(f"{program} cannot be run: check {where}")
    raise Failure(f"cobble is not installed: install it, or set {where}")


def start(arguments, given, program):
    """Starts cobble and returns the process, whose output is text. `given`: its Input."""
    process = subprocess.Popen(
        [*find(program), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        creationflags=_FLAGS,
    )
    # Recipes fit into a pipe's buffer. A process that has failed does not read: then the pipe is
    # broken, or on Windows there is another error.
    try:
        process.stdin.write(given.text)
        process.stdin.close()
    except OSError:
        pass
    process.stdin = None
    return process


def finish(process, given):
    """Waits for a process with this Input. Returns its output; raises Failure with its errors."""
    out, errors = process.communicate()
    if process.returncode == 0:
        return out
    lines = [line.removeprefix("cobble: ") for line in errors.splitlines() if line.strip()]
    lines = [given.name + line[1:] if line.startswith("-:") else line for line in lines]
    raise Failure("\n".join(lines) or f"cobble ended with status {process.returncode}")


def run(arguments, given, program):
    """Runs cobble. Returns its output."""
    return finish(start(arguments, given, program), given)


def resolve(arguments, given, program):
    """Returns a recipe with all its keys. `arguments`: those that name it."""
    return json.loads(run(["show", "--expand", "--quiet", *arguments], given, program))


def written(arguments, given, program):
    """Does so with the formulas that call functions."""
    return json.loads(run(["show", "--quiet", *arguments], given, program))


@functools.lru_cache(maxsize=8)
def presets(program=""):
    """Returns the presets, as rows of `cobble list presets --json`."""
    return json.loads(run(["list", "presets", "--json"], Input(), program))


@functools.lru_cache(maxsize=8)
def schema(program):
    """Returns the definitions of the JSON Schema of recipes."""
    return json.loads(run(["schema"], Input(), program))["definitions"]
