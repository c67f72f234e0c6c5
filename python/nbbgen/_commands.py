"""What commands do and report, without a run to go on with: whole runs, benches, kernels, lists, descriptions."""
from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Mapping, Optional, Union

from . import _library, _options
from ._given import Fractal, Path, Program, describe, give
from ._started import Hear, Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack

Rows = Callable[[Dict[str, Any]], Any]


def run(fractal: Union[Fractal, Path, None] = None, *, watch: Optional[Watch] = None, hear: Optional[Hear] = None,
        rows: Optional[Rows] = None, **options: Unpack[_options.WholeOptions]) -> Dict[str, Any]:
    """Does all that ``nbbgen run`` does with these options, series, sweeps, checkpoints and files among them, and gives what it
    prints with ``--json``.

    >>> done = run("carpet", r=3, program="ising", set={"T": 1.5}, steps=20, average=5, device="cpu")
    >>> done["steps"], done["averages"]["m"]["samples"]
    (20, 16)

    ``rows(row)`` is called with each row of a ``sweep``. A run with ``checkpoint`` that ``watch`` or Ctrl-C ends saves a last one;
    ``run(resume=folder)`` goes on from it.
    """
    with _library.Job(watch, hear, rows) as job:
        describe(job, "run", _options.WholeOptions, fractal, options)
        return dict(job.reported("run"))


def bench(*fractals: Path, hear: Optional[Hear] = None, rows: Optional[Rows] = None,
          **options: Unpack[_options.BenchOptions]) -> Dict[str, Any]:
    """Measures choices against each other as ``nbbgen bench`` does, and gives its JSON. A list has the values of an option that
    are compared; a fractal may have levels of its own.

    >>> done = bench("sierpinski@3", map=["bb", "lanes"], samples=2, no_rates=True, device="cpu")
    >>> [row["map"] for row in done["rows"]], done["rows"][0]["cells"]
    (['bb', 'lanes'], 27)

    ``rows(row)`` is called with each row once it was measured.
    """
    with _library.Job(None, hear, rows, is_bench=True) as job:
        for fractal in fractals:
            job.call("fractal", os.fsencode(fractal))
        give(job, "bench", _options.BenchOptions,
             {name: ",".join(map(str, value)) if isinstance(value, (list, tuple, range)) and name != "set" else value
              for name, value in options.items()})
        return dict(job.reported("bench"))


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
    """What ``nbbgen emit --json`` reports: how the kernels that `emit` gives are called.

    >>> [kernel["kernel"] for kernel in kernels("carpet", r=3, map="lambda")["kernels"]][:2]
    ['init', 'step']
    """
    return dict(json.loads(_planned("kernels", fractal, options, lambda job: job.ask("kernels"))))


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
    """What ``nbbgen info --json`` reports of a fractal, of a program on it, or of a program alone.

    >>> info("carpet")["layout"], info("carpet", r=3)["cells"]
    (['###', '#.#', '###'], 512)
    >>> info(program="potts")["parameters"]
    {'J': 1.0, 'T': 0.6, 'q': 4.0}
    """
    return _described("info", fractal, options)


def check(fractal: Union[Fractal, Path, None] = None, *, program: Union[Program, Path, None] = None) -> Dict[str, Any]:
    """Proves a definition or a program as ``nbbgen check`` does: raises `DefinitionError`, or reports what was gone through.

    >>> check("sierpinski")["checked"]
    {'level': 10, 'cells': 59049}
    >>> check(Fractal(layout=["#.", "."]))
    Traceback (most recent call last):
    nbbgen.DefinitionError: fractal:1: field 'layout': row 2 has 1 characters, row 1 has 2; all rows must be equally long
    """
    return _described("check", fractal, {"program": program})


def doctor() -> Dict[str, Any]:
    """What this machine has, as ``nbbgen doctor --json`` reports: devices and folders, and how to get what is missing.

    >>> doctor()["fractals"]["usable"]
    True
    """
    return _described("doctor", None, {})
