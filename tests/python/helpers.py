"""The program, and runs of the package that are like its own."""
import json
import os
import subprocess

import nbbgen

PROGRAM = os.environ["NBBGEN"]


def program(*words):
    """Runs the program; its report."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def report(*words):
    code, out, err = program("run", *words, "--json", "--digest", "--device", "cpu", "--quiet")
    assert code == 0, err
    return json.loads(out)


def run_of(fractal="carpet", **options):
    return nbbgen.Run(fractal, device="cpu", **options)
