"""What runs and ensembles have in common: steps, parameters, and arrays of the state; also where it lies, by the library's
tensors of DLPack [dmlc/dlpack, dlpack.h], of which each owns a reference."""
from __future__ import annotations

import ctypes
import difflib
import json
import operator
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar, Union

import numpy as np

from . import _library
from ._given import Fractal, Path, describe, values_of
from ._library import UsageError

Watch = Callable[[int, int], Any]
Hear = Callable[[str], Any]
Self = TypeVar("Self", bound="Started")


class Started:
    """A job that is started: of a run, or of an ensemble, whose arrays have the copies in front."""

    __slots__ = ("_job", "fields", "_types", "_axes", "shape", "cell_count", "_observables", "_copies", "__weakref__")

    def __init__(self, call: str, takes: Any, fractal: Union[Fractal, Path], watch: Optional[Watch], hear: Optional[Hear],
                 options: Mapping[str, Any]) -> None:
        self._job = _library.Job(watch, hear)
        describe(self._job, call, takes, fractal, options)
        self._job.start()
        ask = self._job.ask
        self.fields: Tuple[str, ...] = tuple(ask("field_name", i) for i in range(ask("fields")))
        self._types = [np.dtype(ask("field_type", i)) for i in range(len(self.fields))]
        self._axes = int(ask("axes"))
        self.shape: Tuple[int, ...] = tuple(ask("side", axis) for axis in reversed(range(self._axes)))
        self.cell_count = int(ask("cells"))
        self._observables = [(ask("observable_name", i), np.dtype(ask("observable_type", i)))
                             for i in range(ask("observables"))]
        self._copies: Tuple[int, ...] = ()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *ignored: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends it now, and not with the last reference. The device's memory is freed once no array sees it (`device_array`)."""
        self._job.close()

    def __del__(self) -> None:
        if hasattr(self, "_job"):
            self._job.close()

    def __reduce__(self) -> Any:
        raise TypeError("a run cannot be copied: save a checkpoint, and resume it in another")

    @property
    def command(self) -> str:
        """The command that emits the run's kernels."""
        return str(self._job.ask("command"))

    @property
    def step_count(self) -> int:
        """The steps that the state has behind it."""
        return int(self._job.ask("steps"))

    def step(self, count: int = 1, *, every: Optional[int] = None, see: Optional[Callable[[], Any]] = None) -> None:
        """Does so many steps. ``see()`` is called after each step whose number is a multiple of ``every``; where it returns true the
        steps end.

        >>> import nbbgen
        >>> run = nbbgen.Run("carpet", r=2, device="cpu")
        >>> run.step(5, every=2, see=lambda: print(run.step_count))
        2
        4
        """
        left, often = operator.index(count), 1 if every is None else operator.index(every)
        if not 0 <= left < 1 << 31:  # ctypes would cut it
            raise UsageError(f"{left} steps after {self.step_count}: expected 0 to {(1 << 31) - 1}")
        if often < 1:
            raise UsageError(f"every={often}: expected 1 at least")
        if see is None:
            return self._job.call("step", left)
        while left > 0:
            some = min(left, often - self.step_count % often)
            self._job.call("step", some)
            left -= some
            if self.step_count % often == 0 and see():
                return

    def _filled(self, shape: Any, kind: Any, name: str, *arguments: Any) -> "np.ndarray[Any, Any]":
        """The array that a function of the library fills, which takes it behind its arguments."""
        array = np.empty(shape, kind)
        self._job.call(name, *arguments, array.ctypes.data)
        return array

    def _observed(self) -> Dict[str, Any]:
        """Observables as arrays, [copy] last."""
        values = self._filled((max(1, len(self._observables)), *self._copies), np.int64, "observe")
        observed: "Dict[str, Any]" = {}
        for i, (name, kind) in enumerate(self._observables):
            array, bracket, _ = name.partition("[")
            if bracket:
                observed.setdefault(array, []).append(values[i].view(kind))
            else:
                observed[name] = values[i].view(kind)
        return {name: np.array(value) if isinstance(value, list) else value for name, value in observed.items()}

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

    def _box(self, field: Union[str, int, None]) -> "np.ndarray[Any, Any]":
        number = self._field(field)
        return self._filled(self._copies + self.shape, self._types[number], "read_box", number)

    def _set_box(self, array: Any, field: Union[str, int, None]) -> None:
        if array is None:
            raise UsageError("an array is expected, or parameters by name")
        number = self._field(field)
        values = values_of(array, self._types[number], f"field {self.fields[number]}")
        if values.shape not in (self.shape, self._copies + self.shape):
            raise UsageError(f"an array of shape {values.shape}: expected {self._copies + self.shape}")
        values = np.ascontiguousarray(np.broadcast_to(values, self._copies + self.shape))
        self._job.call("write_box", number, values.ctypes.data)

    def _reset(self, seed: Any) -> None:
        number = operator.index(seed)
        if not 0 <= number < 1 << 63:  # ctypes would cut it
            raise UsageError(f"a seed of {number}: expected 0 to {(1 << 63) - 1}")
        self._job.call("reset", number)

    def mask(self) -> "np.ndarray[Any, Any]":
        """True where there is a cell, in the box."""
        return self._filled(self.shape, np.bool_, "mask")

    def cells(self) -> "np.ndarray[Any, Any]":
        """The coordinates x, y (z) of each cell, a row each, in the order of their numbers.

        >>> import nbbgen
        >>> nbbgen.Run("sierpinski", r=1, device="cpu").cells().tolist()
        [[0, 0], [0, 1], [1, 1]]
        """
        return self._filled((self.cell_count, self._axes), np.uint32, "coordinates", 0, self.cell_count)

    @property
    def layout(self) -> Dict[str, Any]:
        """How cells lie in the device's memory (nbbgen_layout of nbbgen.h)."""
        return dict(json.loads(self._job.ask("layout")))

    def device_array(self, field: Union[str, int, None] = None) -> "DeviceArray":
        """The state where it lies, without a copy: CuPy, PyTorch and Numba see it on a GPU, NumPy on the processor."""
        return DeviceArray(self, self._field(field))


_CUDA = 2  # a device's type
_KINDS = "iuf"
_NAMES = (b"dltensor", b"dltensor_versioned")


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


class _Versioned(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32 * 2), ("context", ctypes.c_void_p),
                ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ("flags", ctypes.c_uint64), ("tensor", _Tensor)]


_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]


def _let_go_unused(capsule: int, kinds: Any = tuple(zip(_NAMES, (_Managed, _Versioned))), is_valid: Any = _is_valid,
                   pointer: Any = _pointer) -> None:
    """Of a capsule that nobody took: who takes it gives it another name. What it needs is bound, for modules are emptied at
    the process's end."""
    for name, kind in kinds:
        if is_valid(capsule, name):
            at = pointer(capsule, name)
            kind.from_address(at).deleter(at)


_destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go_unused)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_destroy))  # capsules may outlive this module


def _capsule(at: int, is_versioned: bool) -> Any:
    """The capsule of a tensor, whose reference it takes."""
    return _new(at, _NAMES[is_versioned], ctypes.cast(_destroy, ctypes.c_void_p))


class _Seen:
    """A tensor that is looked at; its reference goes with this."""

    def __init__(self, at: int) -> None:
        self._at = at
        self._delete: Callable[[int], None] = _Managed.from_address(at).deleter
        tensor = _Managed.from_address(at).tensor
        self.address = int(tensor.data)
        self.device: Tuple[int, int] = (tensor.device_type, tensor.device_id)
        self.dtype: "np.dtype[Any]" = np.dtype(f"<{_KINDS[tensor.code]}{tensor.bits // 8}")
        self.shape: Tuple[int, ...] = tuple(tensor.shape[:tensor.ndim])
        self.strides: Tuple[int, ...] = tuple(stride * self.dtype.itemsize for stride in tensor.strides[:tensor.ndim])

    def __del__(self) -> None:
        self._delete(self._at)


class DeviceArray:
    """A field of a run's state in the device's memory, without a copy.

    An array that is made of it shows the buffer that the state is in then, and may be written to between steps, where there are
    cells. A step may move the state to the run's other buffer: make the array anew after one. The memory stays as long as such
    an array does, whether the run is closed or not.

    ``layout`` says how it lies. With maps bb and lambda it is the box. Otherwise the array is what the layout's ``words`` says:
    the field's elements from its offset on, or the 32-bit words of map lanes.

    >>> import nbbgen, numpy
    >>> run = nbbgen.Run("carpet", r=2, map="lambda", device="cpu")
    >>> bool((numpy.asarray(run.device_array()) == run.array()).all())
    True
    """

    def __init__(self, run: Started, number: int) -> None:
        self._run, self._number = run, number
        self._seen: Optional[_Seen] = None  # for arrays, whose owner this is
        self.layout = run.layout
        self.field = run.fields[number]
        seen = _Seen(run._job.tensor(number))
        self.dtype, self.shape, self.strides = seen.dtype, seen.shape, seen.strides
        self._device = seen.device

    def __repr__(self) -> str:
        return f"<nbbgen.DeviceArray {self.field}: {self.dtype} {self.shape} on {self.layout['device_name']}>"

    def _interface(self, on_device: bool) -> Dict[str, Any]:
        if on_device != (self._device[0] == _CUDA):
            raise AttributeError(f"the state lies in the memory of {self.layout['device_name']}")
        self._seen = _Seen(self._run._job.tensor(self._number))
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._seen.address, False), "strides": self.strides,
                "version": 3}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: Any = None, max_version: Optional[Tuple[int, int]] = None, dl_device: Any = None,
                   copy: Any = None) -> Any:
        if copy or dl_device not in (None, self._device):
            raise BufferError("the state is seen where it lies, without a copy")
        is_versioned = max_version is not None and max_version[0] >= 1
        return _capsule(self._run._job.tensor(self._number, is_versioned), is_versioned)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        return {**self._interface(True), "stream": 1}  # the legacy default stream

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        return self._interface(False)

    def __array__(self, *ignored: Any, **also_ignored: Any) -> Any:
        """What NumPy asks for where there is no interface for it."""
        raise TypeError(f"the state lies in the memory of {self.layout['device_name']}: run.array() copies it")
