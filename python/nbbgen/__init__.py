"""Kernels made for one discrete fractal, and work run on them.

>>> import nbbgen
>>> run = nbbgen.Run("carpet", r=3, program="ising", T=1.5, seed=1, device="cpu")
>>> run.step(10)
>>> run.step_count, run.array().shape, sorted(run.observe())
(10, (27, 27), ['e', 'm'])

Options have the names of the command line's, with ``_`` for ``-``; a program's parameters are given the same way. Errors are
the command line's as exceptions, all of them `nbbgen.Error`.
"""
from ._errors import DefinitionError, DeviceError, Error, Interrupted, RunError, UsageError, VerifyError
from ._library import version
from ._run import DeviceArray, Fractal, Run, emit, kernels
from ._told import check, doctor, fractals, info, programs

__version__ = version()
__all__ = ["DefinitionError", "DeviceArray", "DeviceError", "Error", "Fractal", "Interrupted", "Run", "RunError", "UsageError",
           "VerifyError", "check", "doctor", "emit", "fractals", "info", "kernels", "programs"]
