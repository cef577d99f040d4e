"""Shared by the tests of the Python module."""

import os
import pathlib
import subprocess

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("COBBLE_PROGRAM", str(SOURCE / "build/cobble"))


def run(*arguments, **options):
    """Runs the program. Returns its output as bytes."""
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], check=True, capture_output=True, **options
    ).stdout


@pytest.fixture
def program():
    """The function that runs the program."""
    return run


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, made the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
