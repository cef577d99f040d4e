"""Builds the wheel of the module for pip, with CMake.

The build folder is build/pip in the sources, where a second build is quick. To use another one:

    pip install --no-build-isolation --config-settings build-dir=build ./src/python

It must have been configured with COBBLE_PYTHON=ON for the same Python. Its path is absolute, or
relative to the top folder of the sources.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parent
SOURCE = FOLDER.parents[1]
NAME = "cobble-textures"
DATE = (2000, 1, 1, 0, 0, 0)  # of all files, so that equal files make equal wheels


def version():
    """Returns the version of the sources."""
    header = (SOURCE / "include/cobble/version.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define COBBLE_VERSION_\w+ (\d+)", header))


def run(*command):
    """Runs a command, whose output becomes the build's."""
    print("+", *command, flush=True)
    subprocess.run([str(part) for part in command], check=True, stdout=sys.stderr)


def configure(build):
    """Configures a build of the module for this Python."""
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    run("cmake", "-S", SOURCE, "-B", build, *ninja, "-DCMAKE_BUILD_TYPE=Release",
        "-DCOBBLE_PYTHON=ON", "-DCOBBLE_TESTS=OFF", "-DCOBBLE_BENCH=OFF", "-DCOBBLE_UNITY=ON",
        f"-DPython_EXECUTABLE={sys.executable}")


def built(settings):
    """Builds the module. Returns the package's files, by their paths in the wheel."""
    given = (settings or {}).get("build-dir")
    build = SOURCE / (given or "build/pip")
    if not given:
        configure(build)
    run("cmake", "--build", build, "--target", "cobble_python", "--parallel", os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as prefix:
        run("cmake", "--install", build, "--component", "python", "--prefix", prefix)
        package = next(pathlib.Path(prefix).rglob("_version.py")).parent
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        if not (package / f"_core{suffix}").exists():
            raise SystemExit(f"{build} was built for another Python: it has no _core{suffix}")
        return {f"cobble/{path.relative_to(package).as_posix()}": path.read_bytes()
                for path in sorted(package.rglob("*")) if path.is_file()}


def tag():
    """Returns the tag of wheels with a compiled module for this Python."""
    python = "cp%d%d" % sys.version_info[:2]
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def metadata():
    """Returns the files that describe the wheel, by their paths in it."""
    folder = f"{NAME.replace('-', '_')}-{version()}.dist-info"
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n"
                    "Summary: Textures and heightmaps from noise\nRequires-Python: >=3.9\n"
                    "Requires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n" + readme,
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: cobble\nRoot-Is-Purelib: false\nTag: {tag()}\n",
        "entry_points.txt": "[console_scripts]\ncobble = cobble.__main__:main\n",
        "LICENSE": (SOURCE / "LICENSE").read_text(encoding="utf-8"),
    }
    return folder, {f"{folder}/{name}": text.encode() for name, text in texts.items()}


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Called by pip. Writes the files that describe the wheel and returns their folder."""
    del config_settings
    folder, texts = metadata()
    for path, data in texts.items():
        target = pathlib.Path(metadata_directory) / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
    return folder


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Called by pip. Writes the wheel and returns its name."""
    del metadata_directory
    folder, texts = metadata()
    files = {**built(config_settings), **texts}
    record = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(data)}\n")
    files[f"{folder}/RECORD"] = ("".join(record) + f"{folder}/RECORD,,\n").encode()
    name = f"{folder.removesuffix('.dist-info')}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Called by pip for a source package, which cobble does not have."""
    raise SystemExit("cobble has no source package: build a wheel from its sources")
