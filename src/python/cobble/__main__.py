"""The command: `python3 -m cobble` takes the arguments of the program `cobble`."""

import os
import sys

from . import _core


def main() -> int:
    """Runs the command with the process's arguments. Returns its exit status."""
    return int(_core.main([b"cobble", *map(os.fsencode, sys.argv[1:])]))


if __name__ == "__main__":
    sys.exit(main())
