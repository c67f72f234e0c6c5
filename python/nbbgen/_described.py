"""Fractals and programs: their lists, and what nbbgen describes and checks of them."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, Union

from . import _library, _options
from ._given import Fractal, Path, Program, describe

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _listed() -> Iterable[Dict[str, Any]]:
    """The rows of ``nbbgen list --json``; a broken file is warned of."""
    with _library.Job() as job:
        rows = job.json_of("list")
    for row in rows:
        if "error" in row:
            warnings.warn(row["error"]["message"], stacklevel=3)
        else:
            yield row


def fractals() -> Dict[str, Dict[str, Any]]:
    """The fractals and simplices that come with nbbgen or lie in the folders of $NBBGEN_FRACTALS, by name.

    >>> fractals()["carpet"]["k"], fractals()["triangle"]["m"]
    (8, 2)
    """
    return {row["name"]: row for row in _listed() if "program" not in row}


def programs() -> Dict[str, str]:
    """The programs that come with nbbgen or lie in the folders of $NBBGEN_PROGRAMS: what each is.

    >>> programs()["wave"]
    'A wave runs out from a corner and into every dead end; its energy stays the same.'
    """
    return {row["name"]: row["program"] for row in _listed() if "program" in row}


def _described(name: str, fractal: Union[Fractal, Path, None], options: Mapping[str, Any]) -> Dict[str, Any]:
    with _library.Job() as job:
        describe(job, name, _options.InfoOptions, fractal, options)
        return dict(job.json_of(name))


def info(fractal: Union[Fractal, Path, None] = None, **options: Unpack[_options.InfoOptions]) -> Dict[str, Any]:
    """What ``nbbgen info --json`` tells of a fractal, of a program on it, or of a program alone.

    >>> info("carpet")["layout"], info("carpet", r=3)["cells"]
    (['###', '#.#', '###'], 512)
    >>> info(program="potts")["parameters"]
    {'J': 1.0, 'T': 0.6, 'q': 4.0}
    """
    return _described("info", fractal, options)


def check(fractal: Union[Fractal, Path, None] = None, *, program: Union[Program, Path, None] = None) -> Dict[str, Any]:
    """Proves a definition or a program as ``nbbgen check`` does: raises `DefinitionError`, or tells what was gone through.

    >>> check("sierpinski")["checked"]
    {'level': 10, 'cells': 59049}
    >>> check(Fractal(layout=["#.", "."]))
    Traceback (most recent call last):
    nbbgen.DefinitionError: fractal:1: field 'layout': row 2 has 1 characters, row 1 has 2; all rows must be equally long
    """
    return _described("check", fractal, {"program": program})


def doctor() -> Dict[str, Any]:
    """What this machine has, as ``nbbgen doctor --json`` tells: devices and folders, and how to get what is missing.

    >>> doctor()["fractals"]["usable"]
    True
    """
    return _described("doctor", None, {})
