"""The command ``nbbgen``, as the package installs it: the program itself, with its exit code."""
from __future__ import annotations

import os
import sys


def main() -> None:
    """Becomes the program."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "nbbgen")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
