"""The arguments of functions: fractals, programs, initial states, and options as keyword arguments."""
from __future__ import annotations

import difflib
import json
import operator
import os
from typing import (TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Protocol, Sequence, SupportsFloat,
                    SupportsIndex, Tuple, TypeVar, Union)

import numpy as np
from numpy.typing import ArrayLike

from . import _library, _options
from ._library import UsageError

if TYPE_CHECKING:
    from typing_extensions import Unpack


class HasDlpack(Protocol):
    """An array of another library."""

    def __dlpack__(self) -> Any:
        """Its memory."""

    def __dlpack_device__(self) -> Tuple[Any, int]:
        """Where that is."""


_T = TypeVar("_T")
Path = Union[str, "os.PathLike[str]"]
Parameters = Union[Mapping[str, Union[SupportsFloat, str]], Sequence[str]]
"""Of a program, by name; or words as the command line's, "T=1.5"."""
Sweeps = Union[str, Sequence[str], Mapping[str, Union[str, ArrayLike]]]
"""Values of parameters, by name; or words as the command line's, "T=1..2/11"."""
Seeds = Union[SupportsIndex, str, Tuple[SupportsIndex, SupportsIndex]]
"""A seed, or the first and the last of several."""
Words = Union[SupportsIndex, Sequence[str], Mapping[str, Union[SupportsIndex, str]]]
Values = Union[Path, ArrayLike, HasDlpack]
Layout = Iterable[Union[str, Iterable[str]]]
"""Rows, or on three axes slices of rows."""
Init = Union[Values, Mapping[str, Values]]
"""A file or an array; of several fields each by its name."""
Listed = Union[_T, str, Sequence[Union[_T, str]]]
"""A value, or values that are compared."""


def _in_lua(layout: Union[Layout, str]) -> str:
    """Rows of a layout, or slices of rows, as Lua's tables."""
    return json.dumps(layout) if isinstance(layout, str) else "{ " + ", ".join(map(_in_lua, layout)) + " }"


class _Named:
    _kind = ""

    def __init__(self, name: Optional[Path] = None, *, text: Optional[str] = None) -> None:
        if name is None and text is None:
            raise UsageError(f"which {self._kind}? A name, the path of a .lua file, or a text is expected")
        self.name = self._kind if name is None else os.fspath(name)
        self.text = text

    def __repr__(self) -> str:
        return f"<nbbgen.{type(self).__name__} {self.name}>"

    def _describe(self, job: _library.Job) -> None:
        if self.text is None:
            job.call(self._kind, os.fsencode(self.name))
        else:
            job.call(self._kind + "_text", os.fsencode(self.name), self.text.encode())


class Fractal(_Named):
    """What runs are on: a name that comes with nbbgen, the path of a definition, its text, or a layout.

    >>> snowflake = Fractal(layout=["#.#.#", ".###.", "##.##", ".###.", "#.#.#"], name="snowflake")
    >>> import nbbgen
    >>> nbbgen.info(snowflake, r=2)["cells"]
    256
    """

    _kind = "fractal"

    def __init__(self, name: Optional[Path] = None, *, layout: Optional[Layout] = None, text: Optional[str] = None) -> None:
        if layout is not None:
            if text is not None:
                raise UsageError("layout and text: give one of the two")
            text = f"return fractal {{ layout = {_in_lua(layout)} }}\n"
        super().__init__(name, text=text)

    def png(self, what: str = "cells", **size: Unpack[_options.SizeOptions]) -> bytes:
        """A picture at ``r`` or ``n``: of the cells, or of the maps, lambda and nu on coloured tiles.

        >>> Fractal("carpet").png("maps", r=3)[1:4]
        b'PNG'
        """
        with _library.Job() as job:
            describe(job, "png", _options.SizeOptions, self, size)
            return job.bytes_of("draw", what.encode())


class Program(_Named):
    """What cells do: a name that comes with nbbgen, the path of a program, a rule as B2/S23, or a program's text.

    >>> import nbbgen
    >>> decay = Program("decay", text="return program { state = { u = 'f32' }, init = { u = '1' }, update = 'u = 0.5 * u;' }")
    >>> nbbgen.info(program=decay)["cell"]
    {'u': 'f32'}
    """

    _kind = "program"


def _word(value: Any) -> bytes:
    """A value as the command line would have it; NumPy's numbers are as Python's."""
    return os.fsencode(value) if isinstance(value, os.PathLike) else str(value).encode()


def _swept(values: Any) -> str:
    """The values of a swept parameter, as the command line would have them."""
    return values if isinstance(values, str) else ",".join(repr(float(value)) for value in np.ravel(values))


def _words_of(value: Any) -> List[Optional[bytes]]:
    """What the command line would have behind an option: nothing behind a flag, an option several times for a list."""
    if isinstance(value, (list, tuple)):
        return [_word(item) for item in value]
    if isinstance(value, Mapping):
        return [name.encode() + b"=" + _word(item) for name, item in value.items()]
    if value is None or isinstance(value, (bool, np.bool_)):
        return [None] if value else []
    return [_word(value)]


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def array_of(value: Any) -> "np.ndarray[Any, Any]":
    """An array of NumPy, of DLPack, or of what has a buffer; in the processor's memory."""
    if isinstance(value, np.ndarray) or not hasattr(value, "__dlpack_device__"):
        return np.asarray(value)
    if value.__dlpack_device__()[0] != 1:
        raise UsageError("an array in a GPU's memory: copy it first, by cupy.asnumpy(array) or tensor.cpu()")
    return np.asarray(np.from_dlpack(value))


def values_of(value: Any, kind: "np.dtype[Any]", field: str) -> "np.ndarray[Any, Any]":
    """As an array of a field's type; a number that the type cannot hold is refused."""
    given = array_of(value)
    if given.dtype.kind not in "biuf":
        raise UsageError(f"{field}: numbers expected, found an array of {given.dtype}")
    with np.errstate(over="ignore", invalid="ignore"):
        array = np.ascontiguousarray(given, kind).reshape(given.shape)
    kept = np.isinf(array) == np.isinf(given) if kind.kind == "f" else array == given
    if not np.all(kept):
        raise UsageError(f"{field}: values that {kind.name} cannot hold")
    return array


def _give_first(job: _library.Job, init: Any, program: bool) -> None:
    """Arrays of the fields' types, which a program has, to the library, and files as words."""
    named: List[Tuple[Optional[str], Any]] = [(None, init)]
    if isinstance(init, Mapping):
        named = list(init.items())
    elif isinstance(init, (list, tuple)) and all(map(_is_path, init)):
        named = [(None, word) for word in init]
    cell: Dict[str, str] = {}
    for name, value in named:
        if _is_path(value):
            job.call("option", b"init", (b"" if name is None else name.encode() + b"=") + _word(value))
            continue
        cell = cell or (job.json_of("info")["cell"] if program else {"alive": "u1"})
        field = next(iter(cell)) if name is None else name
        kind = np.dtype({"f32": "f4", "f64": "f8", "i8": "i1", "i16": "i2", "u16": "u2", "i32": "i4", "u32": "u4"}.get(cell.get(field, ""), "u1"))
        job.take(name, values_of(value, kind, f"field {field}"))


def _hint(call: str, known: Iterable[str], options: Mapping[str, Any], name: str) -> str:
    """What may have been meant."""
    if call == "Run" and name in _options.EnsembleOptions.__annotations__:
        return ": nbbgen.Ensemble does"
    if call in ("Run", "Ensemble") and name == "steps":
        return ": run.step(n) does steps, and nbbgen.run(..., steps=n) a whole run"
    if call in ("Run", "Ensemble") and name in _options.WholeOptions.__annotations__:
        return ": nbbgen.run(...) does, which makes a whole run"
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f": did you mean {near[0]!r}?"
    if "set" in known and options.get("program") is not None:
        return f": the program's parameters are given by name, set={{{name!r}: {options[name]!r}}}"
    return ""


_SEVERAL = ("set", "sweep", "every")  # of which each word counts


def give(job: _library.Job, call: str, takes: Any, options: Mapping[str, Any]) -> None:
    """Gives options; `takes` has those of the call."""
    known = takes.__annotations__
    options = {_options.FORMER.get(name, name): value for name, value in options.items()}
    for name in options:
        if name not in known:
            raise TypeError(f"{call}() takes no option {name!r}{_hint(call, known, options, name)}")
    for name, value in options.items():
        if isinstance(value, Program):
            value._describe(job)
        elif name != "init":
            option = name.rstrip("_").replace("_", "-").encode()
            if name == "sweep" and isinstance(value, Mapping):
                value = {parameter: _swept(values) for parameter, values in value.items()}
            if name == "seed" and isinstance(value, tuple) and len(value) == 2:
                value = "..".join(str(operator.index(seed)) for seed in value)
            words = _words_of(value)
            if len(words) > 1 and name not in _SEVERAL:
                raise UsageError(f"{name}={value!r}: one value expected" + ", or (first, last)" * (name == "seed"))
            for word in words:
                job.call("option", option, word)
    if options.get("init") is not None:
        _give_first(job, options["init"], options.get("program") is not None)


def describe(job: _library.Job, call: str, takes: Any, fractal: Union[Fractal, Path, None], options: Mapping[str, Any]) -> None:
    """Gives a fractal and options."""
    if fractal is not None:
        (fractal if isinstance(fractal, Fractal) else Fractal(fractal))._describe(job)
    give(job, call, takes, options)

