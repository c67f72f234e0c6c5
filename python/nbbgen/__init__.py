"""Kernels made for one discrete fractal, and work run on them.

>>> import nbbgen
>>> run = nbbgen.Run("carpet", r=3, program="ising", set={"T": 1.5}, seed=1, device="cpu")
>>> run.step(10)
>>> run.step_count, run.array().shape, sorted(run.observe())
(10, (27, 27), ['e', 'm'])
>>> nbbgen.run("carpet", r=3, rule="B3/S23", steps=10, device="cpu")["map"]
'lanes'

Options have the names of the command line's, with ``_`` for ``-``, and ``from_``, for Python has a word ``from``; ``set`` gives
parameters of the program. Errors are the command line's as exceptions, all of them `nbbgen.Error`; an option that a function does
not take is a TypeError.
"""
from ._given import Fractal, Program
from ._library import DefinitionError, DeviceError, Error, Interrupted, RunError, UsageError, VerifyError, version
from ._run import Ensemble, Run
from ._started import DeviceArray
from ._commands import bench, check, doctor, emit, fractals, info, kernels, programs, run

__version__ = version()
__all__ = ["DefinitionError", "DeviceArray", "DeviceError", "Ensemble", "Error", "Fractal", "Interrupted", "Program", "Run", "RunError",
           "UsageError", "VerifyError", "bench", "check", "doctor", "emit", "fractals", "info", "kernels", "programs", "run"]
