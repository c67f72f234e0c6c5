"""libnbbgen by ctypes, as nbbgen.h documents it, and its errors as exceptions. Calls release the GIL."""
from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import threading
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple


class Error(Exception):
    """What nbbgen fails with; ``code`` is the exit code that the program has for it. Where it lies in a file of others, ``file``
    and ``line`` say so."""

    code = 1
    file: Optional[str] = None
    line: Optional[int] = None


class RunError(Error, RuntimeError):
    """No memory, or a file that cannot be written."""


class UsageError(Error, ValueError):
    """An option or argument that is refused."""


class DefinitionError(Error, ValueError):
    """A fractal or a program that is refused, with its file and line."""


class DeviceError(Error, RuntimeError):
    """A device or a compiler that fails, in its own words."""


class VerifyError(Error, RuntimeError):
    """Results that differ where they must not."""


class Interrupted(Error):
    """The run's ``watch`` returned true: the state is that after ``step_count`` steps, and more can be done."""


BY_CODE = dict(enumerate((RunError, UsageError, DefinitionError, DeviceError, VerifyError, Interrupted), 1))

for _code, _kind in ((1, Error), *BY_CODE.items()):
    _kind.code, _kind.__module__ = _code, "nbbgen"  # where they are found

WATCH = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)
HEAR = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
ROWS = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)

_BYTES = (POINTER(c_void_p), POINTER(c_size_t))

# Names: result and arguments behind the job. A result of None stands for a status, for which `Job.call` raises exceptions.
_SIGNATURES: Dict[str, Tuple[Any, ...]] = {
    "plan start run bench": (None,),
    "fractal program checkpoint resume": (None, c_char_p),
    "fractal_text program_text option": (None, c_char_p, c_char_p),
    "init": (None, c_char_p, c_char_p, c_int, POINTER(c_int64), c_void_p),
    "list info check doctor": (None, POINTER(c_char_p)),
    "draw report": (None, c_char_p, *_BYTES),
    "emit": (None, *_BYTES),
    "png": (None, c_int, *_BYTES),
    "step choose": (None, c_int64),
    "reset": (None, c_uint64),
    "observe digest mask reset_each seeds places": (None, c_void_p),
    "coordinates": (None, c_int64, c_int64, c_void_p),
    "numbers": (None, c_int64, c_void_p, c_void_p),
    "read write": (None, c_int, c_int64, c_int64, c_void_p),
    "read_at write_at": (None, c_int, c_int64, c_void_p, c_void_p),
    "read_box write_box": (None, c_int, c_void_p),
    "write_rle": (None, c_int, c_void_p, c_char_p, c_size_t),
    "dlpack": (None, c_int, c_int, POINTER(c_void_p)),
    "picture": (None, c_int, c_void_p, c_int64, c_int, c_int, c_void_p),
    "set": (None, c_char_p, c_double),
    "set_each get get_scheduled": (None, c_char_p, c_void_p),
    "message kernels command layout": (c_char_p,),
    "place": (c_char_p, POINTER(c_int)),
    "axes fields observables": (c_int,),
    "cells copies steps": (c_int64,),
    "side": (c_int64, c_int),
    "field_name field_type observable_name observable_type": (c_char_p, c_int),
}
_FUNCTIONS = {name: signature for names, signature in _SIGNATURES.items() for name in names.split()}


def _load() -> ctypes.CDLL:
    """$NBBGEN_LIBRARY, or the library that lies in the package."""
    path = os.environ.get("NBBGEN_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "libnbbgen.so.1")
    if "GOMP_SPINCOUNT" not in os.environ:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # as the program has it; read when OpenMP's library is loaded
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, "nbbgen_" + name)
        function.restype = c_int if result is None else result
        function.argtypes = [c_void_p, *arguments]
    library.nbbgen_open.restype = library.nbbgen_open_bench.restype = c_void_p
    library.nbbgen_open.argtypes = library.nbbgen_open_bench.argtypes = []
    for name, callback in (("watch", WATCH), ("hear", HEAR), ("rows", ROWS)):
        getattr(library, "nbbgen_set_" + name).restype = None
        getattr(library, "nbbgen_set_" + name).argtypes = [c_void_p, callback, c_void_p]
    library.nbbgen_close.restype, library.nbbgen_close.argtypes = None, [c_void_p]
    library.nbbgen_version.restype = c_char_p
    return library


_library = _load()


def version() -> str:
    """The library's version."""
    return str(_library.nbbgen_version().decode())


class Job:
    """A job of the library: functions of nbbgen.h without their prefix, statuses as exceptions."""

    def __init__(self, watch: Optional[Callable[[int, int], Any]] = None, hear: Optional[Callable[[str], Any]] = None,
                 rows: Optional[Callable[[Any], Any]] = None, is_bench: bool = False) -> None:
        self._handle = c_void_p(_library.nbbgen_open_bench() if is_bench else _library.nbbgen_open())
        if not self._handle:
            raise MemoryError("no memory for a job of nbbgen")
        self._lock, self._works = threading.RLock(), False
        self._watcher, self._hearer, self._taker = watch, hear, rows
        self._raised: Optional[BaseException] = None  # by a callback
        self._is_over = self._is_interrupted = False  # whoever takes the rows has failed; Ctrl-C came
        self._arrays: List[Any] = []
        self._watch, self._hear, self._rows = WATCH(self._watched), HEAR(self._heard), ROWS(self._taken)  # it calls them
        _library.nbbgen_set_watch(self._handle, self._watch, None)
        _library.nbbgen_set_hear(self._handle, self._hear, None)
        if rows is not None:
            _library.nbbgen_set_rows(self._handle, self._rows, None)

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *ignored: Any) -> None:
        self.close()

    def _call_back(self, callback: Callable[[], Any]) -> Any:
        """What a callback returns; true where it raises what the call will raise again."""
        try:
            return callback()
        except BaseException as raised:
            self._raised = raised
            return True

    def _watched(self, context: Any, done: int, total: int) -> int:
        stops = self._call_back(lambda: self._watcher is not None and total > 0 and bool(self._watcher(done, total)))
        return int(stops or self._is_interrupted or self._is_over)

    def _heard(self, context: Any, remark: bytes) -> None:
        self._call_back(lambda: self._hearer is not None and self._hearer(remark.decode(errors="replace")))

    def _taken(self, context: Any, row: bytes, words: bytes) -> None:
        before = self._raised
        self._call_back(lambda: self._taker is not None and self._taker(json.loads(row)))
        self._is_over |= self._raised is not before

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        """While a call lasts, Ctrl-C is noted in place of raising KeyboardInterrupt, which a callback would swallow; the call is
        stopped, and the exception is raised after it. Handlers other than Python's own stay."""
        def note(number: int, frame: Any) -> None:
            self._is_interrupted = True

        before = signal.getsignal(signal.SIGINT)
        replaces = threading.current_thread() is threading.main_thread() and before is signal.default_int_handler
        self._is_interrupted = False
        if replaces:
            signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            if replaces:
                signal.signal(signal.SIGINT, before)

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns a status."""
        with self._lock:
            self._require()
            self._works = True
            try:
                with self._interruptible():
                    code = getattr(_library, "nbbgen_" + name)(self._handle, *arguments)
            finally:
                self._works = False
            raised, self._raised, self._is_over = self._raised, None, False
            if self._is_interrupted:
                raise KeyboardInterrupt
            if raised is not None:
                raise raised
            if code != 0:
                raise self._failure(code)

    def take(self, field: Optional[str], array: Any) -> None:
        """Gives a field's first values, an array of NumPy in C's order."""
        shape = (c_int64 * array.ndim)(*array.shape)
        self._arrays.append(array)  # the library reads it when it starts
        self.call("init", None if field is None else field.encode(), array.dtype.str.encode(), array.ndim, shape,
                  array.ctypes.data)

    def start(self) -> None:
        """Starts what is described."""
        self.call("start")
        self._arrays.clear()

    def _failure(self, code: int) -> Exception:
        line = c_int()
        failure = BY_CODE[code](self.ask("message"))
        failure.file, failure.line = self.ask("place", byref(line)), line.value or None
        return failure

    def ask(self, name: str, *arguments: Any) -> Any:
        """Calls a function that returns a number or a text."""
        with self._lock:
            self._require(is_harmless=name == "steps")
            value = getattr(_library, "nbbgen_" + name)(self._handle, *arguments)
            return value.decode(errors="replace") if isinstance(value, bytes) else value

    def bytes_of(self, name: str, *arguments: Any) -> bytes:
        """Calls a function that gives bytes."""
        with self._lock:
            at, length = c_void_p(), c_size_t()
            self.call(name, *arguments, byref(at), byref(length))
            return ctypes.string_at(at, length.value)

    def json_of(self, name: str) -> Any:
        """Calls a function that describes something as JSON."""
        with self._lock:
            text = c_char_p()
            self.call(name, byref(text))
            return json.loads(text.value or b"null")

    def reported(self, name: str) -> Any:
        """Calls a function that does work, and gives its report."""
        with self._lock:
            self.call(name)
            return json.loads(self.bytes_of("report", b"json"))

    def tensor(self, field: int, is_versioned: bool = False) -> int:
        """A field of the state as a tensor of DLPack: its address."""
        tensor = c_void_p()
        self.call("dlpack", field, is_versioned, byref(tensor))
        return int(tensor.value or 0)

    def _require(self, is_harmless: bool = False) -> None:
        if not self._handle:
            raise BY_CODE[2]("the run is closed")
        if self._works and not is_harmless:
            raise BY_CODE[2]("the run is at work: watch and hear may not ask more of it")

    def close(self) -> None:
        """Ends it."""
        with self._lock:
            if self._handle:
                self._require()
            handle, self._handle = self._handle, c_void_p()
            _library.nbbgen_close(handle)
