"""Runs and their arrays, and what is emitted."""
from __future__ import annotations

import json
import operator
import os
from ctypes import c_int64
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Union

import numpy as np

from . import _library, _options
from ._errors import UsageError
from ._given import Fractal, Path, describe, values_of
from ._started import Hear, Started, Watch
from ._view import View

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Run(Started):
    """A fractal with a program or a rule, on a device.

    ``r`` is the level of a fractal, ``n`` the side of a simplex. Other options are the command line's (``nbbgen run
    --help-all``); ``set`` has parameters of the program, ``init`` takes arrays:

    >>> run = Run("sierpinski", r=4, rule="B3/S23", map="lanes", device="cpu")
    >>> run.step(4)
    >>> run.step_count, run.fields, run.cell_count
    (4, ('alive',), 81)
    >>> warm = 0.5 * Run("carpet", r=2, device="cpu").mask()
    >>> heat = Run("carpet", r=2, program="heat", set={"D": 0.1}, init=warm, device="cpu")
    >>> Run("carpet", r=2, rule="B3/S23", seeed=1)
    Traceback (most recent call last):
    TypeError: Run() takes no option 'seeed': did you mean 'seed'?

    ``watch(done, total)`` is called while steps are done, about twenty times a second; where it returns true they end, with
    `Interrupted`. ``hear(remark)`` is called with remarks, as which device was taken. Ctrl-C ends steps with KeyboardInterrupt;
    the run can go on after that. Another thread may run meanwhile: the GIL is released.
    """

    __slots__ = ()

    def __init__(self, fractal: Union[Fractal, Path], *, watch: Optional[Watch] = None, hear: Optional[Hear] = None,
                 **options: Unpack[_options.RunOptions]) -> None:
        super().__init__("Run", _options.RunOptions, fractal, watch, hear, options)
        if self._job.ask("copies") > 1:
            raise UsageError(f"seed={options['seed']!r}: a run has one seed, and nbbgen.Ensemble several")

    def __repr__(self) -> str:
        return f"<nbbgen.Run step {self.step_count}: {self.command}>"

    def observe(self) -> Dict[str, Any]:
        """The program's observables of the state, arrays among them; without a program its population.

        >>> Run("carpet", r=2, density=1, device="cpu").observe()
        {'population': 64}
        """
        return {name: value if value.ndim else value.item() for name, value in self._observed().items()}

    def digest(self) -> int:
        """The digest of the state, the same on every map and device."""
        return int(self._filled((), np.uint64, "digest"))

    def array(self, field: Union[str, int, None] = None) -> "np.ndarray[Any, Any]":
        """The box, ``array[y, x]`` or ``array[z, y, x]``; 0 where there is no cell. A field is named where there are several.

        >>> run = Run("carpet", r=1, density=1, device="cpu")
        >>> run.array()
        array([[1, 1, 1],
               [1, 0, 1],
               [1, 1, 1]], dtype=uint8)
        """
        return self._box(field)

    def set(self, array: Any = None, field: Union[str, int, None] = None, **parameters: float) -> None:
        """Gives the box: of the field's type or one that fits it, 0 where there is no cell. Or gives parameters of the program other
        values from the next step on.

        >>> run = Run("carpet", r=1, device="cpu")
        >>> run.set(run.mask())
        >>> run.observe()["population"]
        8
        >>> run = Run("carpet", r=1, program="ising", device="cpu")
        >>> run.set(T=1.4)
        """
        for name, value in parameters.items():
            self._job.call("set", name.encode(), float(value))
        if array is not None or field is not None or not parameters:
            self._set_box(array, field)

    def values(self, field: Union[str, int, None] = None, *, at: Any = None) -> "np.ndarray[Any, Any]":
        """The cells' values in the order of `cells`, or of the cells at some coordinates, 0 where there is none.

        >>> run = Run("carpet", r=1, density=1, device="cpu")
        >>> run.values().tolist(), run.values(at=[[0, 0], [1, 1]]).tolist()
        ([1, 1, 1, 1, 1, 1, 1, 1], [1, 0])
        """
        number = self._field(field)
        if at is None:
            return self._filled(self.cell_count, self._types[number], "read", number, 0, self.cell_count)
        places = self._places(at)
        return self._filled(len(places), self._types[number], "read_at", number, len(places), places.ctypes.data)

    def set_values(self, values: Any, field: Union[str, int, None] = None, *, at: Any = None) -> None:
        """The reverse of `values`."""
        number = self._field(field)
        places = None if at is None else self._places(at)
        count = self.cell_count if places is None else len(places)
        given = values_of(values, self._types[number], f"field {self.fields[number]}")
        if given.shape != (count,):
            raise UsageError(f"values of shape {given.shape}: expected ({count},)")
        if places is None:
            self._job.call("write", number, 0, count, given.ctypes.data)
        else:
            self._job.call("write_at", number, count, places.ctypes.data, given.ctypes.data)

    def _places(self, at: Any) -> "np.ndarray[Any, Any]":
        given = np.asarray(at)
        if given.ndim != 2 or given.shape[1] != self._axes or given.dtype.kind not in "iu":
            raise UsageError(f"coordinates are whole numbers, a row of {self._axes} for each cell")
        if given.size > 0 and (given.min() < 0 or given.max() > 0xFFFFFFFF):
            raise UsageError("coordinates are from 0 to 2^32 - 1")
        return np.ascontiguousarray(given, np.uint32)

    def png(self, field: Union[str, int] = 0) -> bytes:
        """A picture of the state, as a PNG."""
        return self._job.bytes_of("png", self._field(field))

    def picture(self, corner: Sequence[int] = (0, 0, 0), scale: int = 1, width: int = 512, height: int = 512,
                field: Union[str, int, None] = None) -> "np.ndarray[Any, Any]":
        """A window as pixels of ``scale`` x ``scale`` places, [y, x]: the means of a field over cells, NaN where there is none. The
        corner is x, y and, of three axes, the z of a slice. Of a fractal of any size only these cells are read.

        >>> Run("sierpinski", r=8, device="cpu").picture(scale=32, width=8, height=8).shape
        (8, 8)
        """
        return self._filled((operator.index(height), operator.index(width)), np.float32, "picture", self._field(field),
                            (c_int64 * 3)(*corner), scale, width, height)

    def view(self, height: int = 640) -> View:
        """The page of ``nbbgen view`` with a copy of the run as it is now: in a notebook a frame, elsewhere ``view().address``. It goes
        on by itself until ``close()`` or the end of Python. What it begins from is a checkpoint in a folder of its own, so a
        folder that ``checkpoint`` was given before counts as another run's from here on.
        """
        device = self.layout["device"]
        return View(self.checkpoint, device if device == "cpu" else f"cuda:{device}", height)

    def _repr_png_(self) -> bytes:
        return self.png()

    def reset(self, seed: int) -> None:
        """Begins anew, with the first state that this seed draws and the parameters as they are now.

        >>> run = Run("carpet", r=2, seed=1, device="cpu")
        >>> run.step(3)
        >>> run.reset(seed=2)
        >>> run.step_count, run.digest() == Run("carpet", r=2, seed=2, device="cpu").digest()
        (0, True)
        """
        self._reset(seed)

    def checkpoint(self, folder: Path) -> None:
        """Saves the state as ``nbbgen run --checkpoint`` does; the folder's last two are kept."""
        self._job.call("checkpoint", os.fsencode(folder))

    def resume(self, folder: Path) -> None:
        """Goes on from the newest checkpoint in the folder."""
        self._job.call("resume", os.fsencode(folder))


def _planned(call: str, fractal: Union[Fractal, Path], options: Mapping[str, Any], ask: Callable[[_library.Job], Any]) -> Any:
    with _library.Job() as job:
        describe(job, call, _options.EmitOptions, fractal, options)
        job.call("plan")
        return ask(job)


def emit(fractal: Union[Fractal, Path], **options: Unpack[_options.EmitOptions]) -> bytes:
    """What ``nbbgen emit`` writes: source text, or with ``ptx=True``, ``cubin=True`` or ``fatbin=True`` an image.

    >>> b"__global__" in emit("carpet", r=3, map="lambda", kernel_only=True)
    True
    """
    return bytes(_planned("emit", fractal, options, lambda job: job.bytes_of("emit")))


def kernels(fractal: Union[Fractal, Path], **options: Unpack[_options.EmitOptions]) -> Dict[str, Any]:
    """What ``nbbgen emit --json`` tells: how the kernels that `emit` gives are called.

    >>> [kernel["kernel"] for kernel in kernels("carpet", r=3, map="lambda")["kernels"]][:2]
    ['init', 'step']
    """
    return dict(json.loads(_planned("kernels", fractal, options, lambda job: job.ask("kernels"))))
