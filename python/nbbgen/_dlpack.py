"""DLPack's capsules [dmlc/dlpack, dlpack.h, before version 1]: memory of others as tensors, without a copy."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, Sequence, Tuple

import numpy as np

CPU, CUDA = 1, 2
_KINDS = {"i": 0, "u": 1, "f": 2}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_held: Dict[int, Tuple[Any, ...]] = {}  # by the address of a _Managed: what must live until it is deleted

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]


def _let_go(managed: int) -> None:
    _held.pop(managed, None)


def _let_go_unused(capsule: int) -> None:
    """Of a capsule that nobody took: who takes it gives it another name."""
    if _is_valid(capsule, _NAME):
        _held.pop(_pointer(capsule, _NAME), None)


_delete = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go)
_destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go_unused)


def capsule(owner: Any, address: int, device: Tuple[int, int], dtype: "np.dtype[Any]", shape: Sequence[int],
            strides: Sequence[int]) -> Any:
    """A tensor at the address; strides in bytes. The owner lives as long as it does."""
    dimensions = (ctypes.c_int64 * len(shape))(*shape)
    steps = (ctypes.c_int64 * len(shape))(*(stride // dtype.itemsize for stride in strides))
    tensor = _Tensor(address, *device, len(shape), _KINDS[dtype.kind], 8 * dtype.itemsize, 1, dimensions, steps, 0)
    managed = _Managed(tensor, None, ctypes.cast(_delete, ctypes.c_void_p).value)
    at = ctypes.addressof(managed)
    _held[at] = (managed, dimensions, steps, owner)
    return _new(at, _NAME, ctypes.cast(_destroy, ctypes.c_void_p))
