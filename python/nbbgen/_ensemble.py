"""Ensembles: copies of a run with seeds and values of their own, which advance at once."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Dict, Optional, Union

import numpy as np

from . import _options
from ._errors import UsageError
from ._given import Fractal, Path, values_of
from ._started import Hear, Started, Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Ensemble(Started):
    """Copies of a run, side by side in one state: one for each value of ``sweep`` and each seed of ``seed=(first, last)``, seeds
    changing fastest and the last swept parameter next. Each is, bit by bit, the `Run` with its seed and values alone.

    >>> runs = Ensemble("carpet", r=3, program="ising", seed=(1, 2), sweep={"T": [1.0, 2.0, 3.0]}, device="cpu")
    >>> runs.step(10)
    >>> runs.values["T"].tolist(), runs.values["seed"].tolist()
    ([1.0, 1.0, 2.0, 2.0, 3.0, 3.0], [1, 2, 1, 2, 1, 2])
    >>> runs.observe()["m"].shape, runs.state().shape
    ((6,), (6, 27, 27))

    Options, ``watch`` and ``hear`` are those of `Run`.
    """

    __slots__ = ("_swept",)

    def __init__(self, fractal: Union[Fractal, Path], *, watch: Optional[Watch] = None, hear: Optional[Hear] = None,
                 **options: Unpack[_options.EnsembleOptions]) -> None:
        super().__init__("Ensemble", _options.EnsembleOptions, fractal, watch, hear, options)
        self._copies = (int(self._job.ask("copies")),)
        swept: Any = options.get("sweep", ())
        self._swept = [str(word).partition("=")[0] for word in ([swept] if isinstance(swept, str) else swept)]

    def __len__(self) -> int:
        return self._copies[0]

    def __repr__(self) -> str:
        return f"<nbbgen.Ensemble of {len(self)} copies, step {self.step_count}: {self.command}>"

    @property
    def values(self) -> "Dict[str, np.ndarray[Any, Any]]":
        """The swept parameters' values and the seed of each copy, [copy]."""
        values = {name: self.parameter(name) for name in self._swept}
        values["seed"] = self._filled(len(self), np.uint64, "seeds")
        return values

    @property
    def places(self) -> "np.ndarray[Any, Any]":
        """The number of each copy's state, [copy]: at first the copy's own. With ``exchange=N`` copies take each other's states."""
        return self._filled(len(self), np.int64, "places")

    def parameter(self, name: str) -> "np.ndarray[Any, Any]":
        """A parameter's value of each copy, [copy]."""
        return self._filled(len(self), np.float64, "get", name.encode())

    def observe(self) -> "Dict[str, np.ndarray[Any, Any]]":
        """The observables of each copy, [copy]; of arrays [element, copy]."""
        return self._observed()

    def digests(self) -> "np.ndarray[Any, Any]":
        """The digest of each copy's state, [copy]."""
        return self._filled(len(self), np.uint64, "digest")

    def state(self, field: Union[str, int, None] = None) -> "np.ndarray[Any, Any]":
        """The boxes, ``array[copy, y, x]`` or ``array[copy, z, y, x]``; 0 where there is no cell."""
        return self._box(field)

    def set(self, array: Any = None, field: Union[str, int, None] = None, **parameters: Any) -> None:
        """Gives the boxes, or one box to all copies. Or gives parameters of the program other values from the next step on: a number
        to all copies, or an array [copy].

        >>> runs = Ensemble("carpet", r=1, program="ising", seed=(1, 3), device="cpu")
        >>> runs.set(T=[1.0, 1.5, 2.0])
        >>> runs.parameter("T").tolist()
        [1.0, 1.5, 2.0]
        """
        for name, value in parameters.items():
            self._job.call("set_each", name.encode(), self._each(name, value, np.float64).ctypes.data)
        if array is not None or field is not None or not parameters:
            self._set_box(array, field)

    def _each(self, name: str, value: Any, kind: Any) -> "np.ndarray[Any, Any]":
        given = values_of(value, np.dtype(kind), name)
        if given.shape not in ((), self._copies):
            raise UsageError(f"{name} of shape {given.shape}: a number expected, or an array of shape {self._copies}")
        return np.ascontiguousarray(np.broadcast_to(given, self._copies))

    def reset(self, seed: Any) -> None:
        """Begins anew, with the parameters as they are now, and with the first states that these seeds draw: of each copy its own, or a
        number, from which on the copies have as many seeds as before.

        >>> runs = Ensemble("carpet", r=2, seed=(1, 3), device="cpu")
        >>> runs.reset(seed=7)
        >>> runs.values["seed"].tolist()
        [7, 8, 9]
        """
        if np.ndim(seed) > 0:
            return self._job.call("reset_each", self._each("seed", seed, np.uint64).ctypes.data)
        self._reset(seed)

    def png(self, copy: int, field: Union[str, int] = 0) -> bytes:
        """A picture of a copy's state, as a PNG."""
        self._job.call("choose", operator.index(copy))
        try:
            return self._job.bytes_of("png", self._field(field))
        finally:
            self._job.call("choose", -1)
