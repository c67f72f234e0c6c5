"""Runs and their arrays; and ensembles: copies of a run with seeds and values of their own, which advance at once."""
from __future__ import annotations

import operator
import os
import subprocess
import tempfile
import weakref
from ctypes import c_int64
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Sequence, Union

import numpy as np

from . import _options
from .__main__ import PROGRAM
from ._given import Fractal, Path, values_of
from ._library import RunError, UsageError
from ._started import Hear, Started, Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _end(process: "subprocess.Popen[str]", folder: "tempfile.TemporaryDirectory[str]") -> None:
    process.terminate()
    process.communicate()
    folder.cleanup()


class View:
    """A page of ``nbbgen view`` beside a run, by a server of its own: at ``address``; `Run.view` makes it."""

    def __init__(self, save: Callable[[str], None], device: str, height: int) -> None:
        folder = tempfile.TemporaryDirectory(prefix="nbbgen-view-")
        saved = os.path.join(folder.name, "saved")
        save(saved)
        words = [PROGRAM, "view", "--resume", saved, "--device", device, "--quiet"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.height = height
        self.close = weakref.finalize(self, _end, process, folder)
        assert process.stdout is not None
        self.address = process.stdout.readline().strip()
        if not self.address:
            said = process.communicate()[1].strip()
            self.close()
            raise RunError(f"no page can be shown: {said}")

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.address}" width="100%" height="{self.height}" style="border: 0"></iframe>'


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


class Ensemble(Started):
    """Copies of a run, side by side in one state: one for each value of ``sweep`` and each seed of ``seed=(first, last)``, seeds
    changing fastest and the last swept parameter next. Each is, bit by bit, the `Run` with its seed and values alone.

    >>> runs = Ensemble("carpet", r=3, program="ising", seed=(1, 2), sweep={"T": [1.0, 2.0, 3.0]}, device="cpu")
    >>> runs.step(10)
    >>> runs.values["T"].tolist(), runs.values["seed"].tolist()
    ([1.0, 1.0, 2.0, 2.0, 3.0, 3.0], [1, 2, 1, 2, 1, 2])
    >>> runs.observe()["m"].shape, runs.state().shape
    ((6,), (6, 27, 27))

    Options, ``watch`` and ``hear`` are those of `Run`.
    """

    __slots__ = ("_swept",)

    def __init__(self, fractal: Union[Fractal, Path], *, watch: Optional[Watch] = None, hear: Optional[Hear] = None,
                 **options: Unpack[_options.EnsembleOptions]) -> None:
        super().__init__("Ensemble", _options.EnsembleOptions, fractal, watch, hear, options)
        self._copies = (int(self._job.ask("copies")),)
        swept: Any = options.get("sweep", ())
        self._swept = [str(word).partition("=")[0] for word in ([swept] if isinstance(swept, str) else swept)]

    def __len__(self) -> int:
        return self._copies[0]

    def __repr__(self) -> str:
        return f"<nbbgen.Ensemble of {len(self)} copies, step {self.step_count}: {self.command}>"

    @property
    def values(self) -> "Dict[str, np.ndarray[Any, Any]]":
        """The swept parameters' values and the seed of each copy, [copy]."""
        values = {name: self.parameter(name) for name in self._swept}
        values["seed"] = self._filled(len(self), np.uint64, "seeds")
        return values

    @property
    def places(self) -> "np.ndarray[Any, Any]":
        """The number of each copy's state, [copy]: at first the copy's own. With ``exchange=N`` copies take each other's states."""
        return self._filled(len(self), np.int64, "places")

    def parameter(self, name: str) -> "np.ndarray[Any, Any]":
        """A parameter's value of each copy, [copy]."""
        return self._filled(len(self), np.float64, "get", name.encode())

    def observe(self) -> "Dict[str, np.ndarray[Any, Any]]":
        """The observables of each copy, [copy]; of arrays [element, copy]."""
        return self._observed()

    def digests(self) -> "np.ndarray[Any, Any]":
        """The digest of each copy's state, [copy]."""
        return self._filled(len(self), np.uint64, "digest")

    def state(self, field: Union[str, int, None] = None) -> "np.ndarray[Any, Any]":
        """The boxes, ``array[copy, y, x]`` or ``array[copy, z, y, x]``; 0 where there is no cell."""
        return self._box(field)

    def set(self, array: Any = None, field: Union[str, int, None] = None, **parameters: Any) -> None:
        """Gives the boxes, or one box to all copies. Or gives parameters of the program other values from the next step on: a number
        to all copies, or an array [copy].

        >>> runs = Ensemble("carpet", r=1, program="ising", seed=(1, 3), device="cpu")
        >>> runs.set(T=[1.0, 1.5, 2.0])
        >>> runs.parameter("T").tolist()
        [1.0, 1.5, 2.0]
        """
        for name, value in parameters.items():
            self._job.call("set_each", name.encode(), self._each(name, value, np.float64).ctypes.data)
        if array is not None or field is not None or not parameters:
            self._set_box(array, field)

    def _each(self, name: str, value: Any, kind: Any) -> "np.ndarray[Any, Any]":
        given = values_of(value, np.dtype(kind), name)
        if given.shape not in ((), self._copies):
            raise UsageError(f"{name} of shape {given.shape}: a number expected, or an array of shape {self._copies}")
        return np.ascontiguousarray(np.broadcast_to(given, self._copies))

    def reset(self, seed: Any) -> None:
        """Begins anew, with the parameters as they are now, and with the first states that these seeds draw: of each copy its own, or a
        number, from which on the copies have as many seeds as before.

        >>> runs = Ensemble("carpet", r=2, seed=(1, 3), device="cpu")
        >>> runs.reset(seed=7)
        >>> runs.values["seed"].tolist()
        [7, 8, 9]
        """
        if np.ndim(seed) > 0:
            return self._job.call("reset_each", self._each("seed", seed, np.uint64).ctypes.data)
        self._reset(seed)

    def png(self, copy: int, field: Union[str, int] = 0) -> bytes:
        """A picture of a copy's state, as a PNG."""
        self._job.call("choose", operator.index(copy))
        try:
            return self._job.bytes_of("png", self._field(field))
        finally:
            self._job.call("choose", -1)
