"""What there is, and what it is: fractals, programs, and what nbbgen tells of them."""
from __future__ import annotations

import os
import warnings
from typing import Any, Dict, Iterable, Union

from . import _library
from ._run import Fractal, _describe


def _listed() -> Iterable[Dict[str, Any]]:
    """The rows of ``nbbgen list --json``; a broken file is warned of."""
    job = _library.Job(None, None)
    try:
        rows = job.json_of("list")
    finally:
        job.close()
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


def _told(name: str, fractal: Union[Fractal, str, "os.PathLike[str]", None], options: Dict[str, Any]) -> Dict[str, Any]:
    job = _library.Job(None, None)
    try:
        _describe(job, fractal, options)
        return dict(job.json_of(name))
    finally:
        job.close()


def info(fractal: Union[Fractal, str, "os.PathLike[str]", None] = None, **options: Any) -> Dict[str, Any]:
    """What ``nbbgen info --json`` tells of a fractal, of a program on it, or of a program alone.

    >>> info("carpet")["layout"], info("carpet", r=3)["cells"]
    (['###', '#.#', '###'], 512)
    >>> info(program="potts")["parameters"]
    {'J': 1.0, 'T': 0.6, 'q': 4.0}
    """
    return _told("info", fractal, options)


def check(fractal: Union[Fractal, str, "os.PathLike[str]", None] = None, **options: Any) -> Dict[str, Any]:
    """Proves a definition or a program as ``nbbgen check`` does: raises `DefinitionError`, or tells what was gone through.

    >>> check("sierpinski")["checked"]
    {'level': 10, 'cells': 59049}
    >>> check(Fractal(layout=["#.", "."]))
    Traceback (most recent call last):
    nbbgen.DefinitionError: fractal:1: field 'layout': row 2 has 1 characters, row 1 has 2; all rows must be equally long
    """
    return _told("check", fractal, options)


def doctor() -> Dict[str, Any]:
    """What this machine has, as ``nbbgen doctor --json`` tells: devices and folders, and how to get what is missing.

    >>> doctor()["fractals"]["usable"]
    True
    """
    return _told("doctor", None, {})
