"""The command ``nbbgen``, as the package installs it: the program itself, with its exit code."""
from __future__ import annotations

import os
import sys


PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "nbbgen")


def main() -> None:
    """Becomes the program."""
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])


if __name__ == "__main__":
    main()
