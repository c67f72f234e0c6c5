"""Runs and their arrays, and what is emitted."""
from __future__ import annotations

import difflib
import json
import operator
import os
from ctypes import c_int64
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _dlpack, _library, _options
from ._errors import UsageError
from ._given import Fractal, Path, describe, values_of
from ._view import View

if TYPE_CHECKING:
    from typing_extensions import Unpack

Watch = Callable[[int, int], Any]
Hear = Callable[[str], Any]


class Run:
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

    __slots__ = ("_job", "fields", "_types", "_axes", "shape", "cell_count", "_observables", "__weakref__")

    def __init__(self, fractal: Union[Fractal, Path], *, watch: Optional[Watch] = None, hear: Optional[Hear] = None,
                 **options: Unpack[_options.RunOptions]) -> None:
        self._job = _library.Job(watch, hear)
        describe(self._job, "Run", _options.RunOptions, fractal, options)
        self._job.start()
        ask = self._job.ask
        if ask("copies") > 1:
            raise UsageError(f"seed={options['seed']!r}: of one run, for which one seed is expected")
        self.fields: Tuple[str, ...] = tuple(ask("field_name", i) for i in range(ask("fields")))
        self._types = [np.dtype(ask("field_type", i)) for i in range(len(self.fields))]
        self._axes = int(ask("axes"))
        self.shape: Tuple[int, ...] = tuple(ask("side", axis) for axis in reversed(range(self._axes)))
        self.cell_count = int(ask("cells"))
        self._observables = [(ask("observable_name", i), np.dtype(ask("observable_type", i)))
                             for i in range(ask("observables"))]

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *ignored: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the run now, and not with the last reference. The device's memory is freed once no array sees it (`device_array`)."""
        self._job.close()

    def __del__(self) -> None:
        if hasattr(self, "_job"):
            self._job.close()

    def __reduce__(self) -> Any:
        raise TypeError("a run cannot be copied: save a checkpoint, and resume it in another")

    def __repr__(self) -> str:
        return f"<nbbgen.Run step {self.step_count}: {self.command}>"

    @property
    def command(self) -> str:
        """The command that emits the run's kernels."""
        return str(self._job.ask("command"))

    @property
    def step_count(self) -> int:
        """The steps that the state has behind it."""
        return int(self._job.ask("steps"))

    def step(self, count: int = 1) -> None:
        """Does so many steps."""
        number = operator.index(count)
        if not 0 <= number < 1 << 31:  # ctypes would cut it
            raise UsageError(f"{number} steps after {self.step_count}: expected 0 to {(1 << 31) - 1}")
        self._job.call("step", number)

    def observe(self) -> Dict[str, Any]:
        """The program's observables of the state, arrays among them; without a program its population.

        >>> Run("carpet", r=2, density=1, device="cpu").observe()
        {'population': 64}
        """
        values = np.empty(max(1, len(self._observables)), np.int64)
        self._job.call("observe", values.ctypes.data)
        observed: "Dict[str, Any]" = {}
        for i, (name, kind) in enumerate(self._observables):
            value = values[i:i + 1].view(kind)[0]
            array, bracket, _ = name.partition("[")
            if bracket:
                observed.setdefault(array, []).append(value)
            else:
                observed[name] = value.item()
        return {name: np.array(value) if isinstance(value, list) else value for name, value in observed.items()}

    def digest(self) -> int:
        """The digest of the state, the same on every map and device."""
        return self._job.digest()

    def _field(self, field: Union[str, int, None]) -> int:
        if field is None and len(self.fields) == 1:
            return 0
        if isinstance(field, int) and 0 <= field < len(self.fields):
            return field
        if field not in self.fields:
            near = difflib.get_close_matches(str(field), self.fields, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UsageError(f"field {field!r}: expected one of {', '.join(self.fields)}{hint}")
        return self.fields.index(str(field))

    def array(self, field: Union[str, int, None] = None) -> "np.ndarray[Any, Any]":
        """The box, ``array[y, x]`` or ``array[z, y, x]``; 0 where there is no cell. A field is named where there are several.

        >>> run = Run("carpet", r=1, density=1, device="cpu")
        >>> run.array()
        array([[1, 1, 1],
               [1, 0, 1],
               [1, 1, 1]], dtype=uint8)
        """
        number = self._field(field)
        values = np.empty(self.shape, self._types[number])
        self._job.call("read_box", number, values.ctypes.data)
        return values

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
        if array is None and field is None and parameters:
            return
        number = self._field(field)
        values = values_of(array, self._types[number], self.fields[number])
        if values.shape != self.shape:
            raise UsageError(f"an array of shape {values.shape}: expected {self.shape}")
        self._job.call("write_box", number, values.ctypes.data)

    def mask(self) -> "np.ndarray[Any, Any]":
        """True where there is a cell, in the box."""
        mask = np.empty(self.shape, np.bool_)
        self._job.call("mask", mask.ctypes.data)
        return mask

    def cells(self) -> "np.ndarray[Any, Any]":
        """The coordinates x, y (z) of each cell, a row each, in the order of their numbers.

        >>> Run("sierpinski", r=1, device="cpu").cells().tolist()
        [[0, 0], [0, 1], [1, 1]]
        """
        coordinates = np.empty((self.cell_count, self._axes), np.uint32)
        self._job.call("coordinates", 0, self.cell_count, coordinates.ctypes.data)
        return coordinates

    def values(self, field: Union[str, int, None] = None, *, at: Any = None) -> "np.ndarray[Any, Any]":
        """The cells' values in the order of `cells`, or of the cells at some coordinates, 0 where there is none.

        >>> run = Run("carpet", r=1, density=1, device="cpu")
        >>> run.values().tolist(), run.values(at=[[0, 0], [1, 1]]).tolist()
        ([1, 1, 1, 1, 1, 1, 1, 1], [1, 0])
        """
        number = self._field(field)
        places = None if at is None else self._places(at)
        values = np.empty(self.cell_count if places is None else len(places), self._types[number])
        if places is None:
            self._job.call("read", number, 0, self.cell_count, values.ctypes.data)
        else:
            self._job.call("read_at", number, len(places), places.ctypes.data, values.ctypes.data)
        return values

    def set_values(self, values: Any, field: Union[str, int, None] = None, *, at: Any = None) -> None:
        """The reverse of `values`."""
        number = self._field(field)
        places = None if at is None else self._places(at)
        count = self.cell_count if places is None else len(places)
        given = values_of(values, self._types[number], self.fields[number])
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

    @property
    def layout(self) -> Dict[str, Any]:
        """How cells lie in the device's memory (nbbgen_layout of nbbgen.h)."""
        return dict(json.loads(self._job.ask("layout")))

    def device_array(self, field: Union[str, int, None] = None) -> "DeviceArray":
        """The state where it lies, without a copy: CuPy, PyTorch and Numba see it on a GPU, NumPy on the processor."""
        return DeviceArray(self, self._field(field))

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
        values = np.empty((operator.index(height), operator.index(width)), np.float32)
        self._job.call("picture", self._field(field), (c_int64 * 3)(*corner), scale, width, height, values.ctypes.data)
        return values

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
        number = operator.index(seed)
        if not 0 <= number < 1 << 64:
            raise UsageError(f"a seed of {number}: expected 0 to {(1 << 64) - 1}")
        self._job.call("reset", number)

    def checkpoint(self, folder: Path) -> None:
        """Saves the state as ``nbbgen run --checkpoint`` does; the folder's last two are kept."""
        self._job.call("checkpoint", os.fsencode(folder))

    def resume(self, folder: Path) -> None:
        """Goes on from the newest checkpoint in the folder."""
        self._job.call("resume", os.fsencode(folder))


class DeviceArray:
    """A field of a run's state in the device's memory, without a copy.

    An array that is made of it shows the buffer that the state is in then, and may be written to between steps, where there are
    cells. A step may move the state to the run's other buffer: make the array anew after one. The memory stays as long as such
    an array does, whether the run is closed or not.

    ``layout`` says how it lies. With maps bb and lambda it is the box. Otherwise the array is what the layout's ``words`` says:
    the field's elements from its offset on, or the 32-bit words of map lanes.

    >>> import numpy
    >>> run = Run("carpet", r=2, map="lambda", device="cpu")
    >>> bool((numpy.asarray(run.device_array()) == run.array()).all())
    True
    """

    def __init__(self, run: Run, number: int) -> None:
        self._run, self._number = run, number
        self._seen: Optional[_dlpack.Seen] = None  # for arrays, whose owner this is
        self.layout = run.layout
        self.field = run.fields[number]
        seen = _dlpack.Seen(run._job.tensor(number))
        self.dtype, self.shape, self.strides = seen.dtype, seen.shape, seen.strides
        self._device = seen.device

    def __repr__(self) -> str:
        return f"<nbbgen.DeviceArray {self.field}: {self.dtype} {self.shape} on {self.layout['device_name']}>"

    def _interface(self, on_device: bool) -> Dict[str, Any]:
        if on_device != (self._device[0] == _dlpack.CUDA):
            raise AttributeError(f"the state lies in the memory of {self.layout['device_name']}")
        self._seen = _dlpack.Seen(self._run._job.tensor(self._number))
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._seen.address, False), "strides": self.strides,
                "version": 3}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: Any = None, max_version: Optional[Tuple[int, int]] = None, dl_device: Any = None,
                   copy: Any = None) -> Any:
        if copy or dl_device not in (None, self._device):
            raise BufferError("the state is seen where it lies, without a copy")
        is_versioned = max_version is not None and max_version[0] >= 1
        return _dlpack.capsule(self._run._job.tensor(self._number, is_versioned), is_versioned)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        return {**self._interface(True), "stream": 1}  # the legacy default stream

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        return self._interface(False)

    def __array__(self, *ignored: Any, **also_ignored: Any) -> Any:
        """What NumPy asks for where there is no interface for it."""
        raise TypeError(f"the state lies in the memory of {self.layout['device_name']}: run.array() copies it")


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
