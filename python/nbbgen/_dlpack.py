"""The library's tensors of DLPack [dmlc/dlpack, dlpack.h]: the state where it lies, of which each owns a reference."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Tuple

import numpy as np

CPU, CUDA = 1, 2
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


def capsule(at: int, is_versioned: bool) -> Any:
    """The capsule of a tensor, whose reference it takes."""
    return _new(at, _NAMES[is_versioned], ctypes.cast(_destroy, ctypes.c_void_p))


class Seen:
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
