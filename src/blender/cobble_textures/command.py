"""Finds cobble, the Python module or the program, and runs it. Knows nothing of Blender."""

import functools
import importlib.util
import json
import shutil
import subprocess
import sys

# Blender has no console. Without this, Windows would open one for each run.
_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Failure(Exception):
    """cobble is missing, or reported errors. The text has a line for each."""


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
    if program:
        raise Failure(f"{program} does not run: check the program in the add-on's preferences")
    raise Failure("cobble is not installed: install it, or set its program in the add-on's preferences")


def start(arguments, text, program):
    """Starts cobble and returns the process, whose output is text. `text`: its standard input."""
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
        process.stdin.write(text)
        process.stdin.close()
    except OSError:
        pass
    process.stdin = None
    return process


def finish(process):
    """Waits for a process. Returns its output; raises Failure with its errors."""
    out, errors = process.communicate()
    if process.returncode != 0:
        lines = [line.removeprefix("cobble: ") for line in errors.splitlines() if line.strip()]
        raise Failure("\n".join(lines) or f"cobble ended with status {process.returncode}")
    return out


def run(arguments, text, program):
    """Runs cobble. Returns its output."""
    return finish(start(arguments, text, program))


def resolve(arguments, text, program):
    """Returns a recipe with all its keys. `arguments`: those that name it."""
    return json.loads(run(["show", "--quiet", *arguments], text, program))


@functools.lru_cache(maxsize=8)
def presets(program=""):
    """Returns the presets, as rows of `cobble list presets --json`."""
    return json.loads(run(["list", "presets", "--json"], "", program))


@functools.lru_cache(maxsize=8)
def schema(program):
    """Returns the definitions of the JSON Schema of recipes."""
    return json.loads(run(["schema"], "", program))["definitions"]
