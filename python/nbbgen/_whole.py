"""Whole runs and benches, as the commands do them."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Union

from . import _library, _options
from ._given import Fractal, Path, describe, give
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
