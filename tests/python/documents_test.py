"""The documents' examples run, and show the pictures beside them."""

import doctest
import os
import pathlib
import re
import shutil

import numpy as np
import pytest

import cobble
from conftest import SOURCE

README = (SOURCE / "README.md").read_text()
PAGE = SOURCE / "src/python/README.md"
PUBLIC = [name for name in cobble.__all__ if name not in cobble._functions.__all__]


@pytest.mark.parametrize("name", PUBLIC)
def test_examples_of_functions(name):
    if name == "dask_array":
        pytest.importorskip("dask.array")
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(getattr(cobble, name), name, module=False):
        runner.run(test)
    assert runner.failures == 0


def test_every_public_function_has_an_example():
    for name in PUBLIC:
        value = getattr(cobble, name)
        if callable(value) and name != "Issue":
            assert ">>>" in value.__doc__, name
    for of_class in (cobble.Recipe,):
        for name, method in vars(of_class).items():
            if callable(method) and not name.startswith("_"):
                assert ">>>" in method.__doc__, name


def picture_of(path):
    import matplotlib.image

    return matplotlib.image.imread(path).astype(float) / 255


def test_examples_of_the_page(here, capsys):
    """Set COBBLE_PICTURES=1 to make the page's pictures."""
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("PIL")
    pytest.importorskip("dask.array")
    matplotlib.use("Agg")
    text = PAGE.read_text()
    names = {}
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert re.search(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1] in printed
    pictures = re.findall(r"\]\(pictures/(\w+\.jpg)\)", text)
    assert len(pictures) == 3
    for name in pictures:
        shown = SOURCE / "src/python/pictures" / name
        if os.environ.get("COBBLE_PICTURES"):
            shown.parent.mkdir(exist_ok=True)
            shutil.copy(name, shown)
        made, expected = picture_of(name), picture_of(shown)
        assert made.shape == expected.shape and made.std() > 0.05
        # Another matplotlib has different texts; the pictures are the same.
        assert np.abs(made - expected).mean() < 0.02, f"{name}: run this test with COBBLE_PICTURES=1"
    exec(re.search(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)[1], {})
    assert pathlib.Path("color.png").exists()
    files = {path.name for path in pathlib.Path().iterdir()}
    assert {"marble.png", "bark.exr", "bark_2.png", "Bark_Normal.png"} <= files
