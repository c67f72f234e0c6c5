"""What a type checker says of calls: --strict refuses each `type: ignore` that hides nothing."""
import pathlib
import typing

import numpy as np

import nbbgen

mine = nbbgen.Program("mine", text="return program {}")
state = np.zeros((27, 27), np.uint8)
run = nbbgen.Run("carpet", r=np.int64(3), rule="B3/S23", map="lanes", seed=1, density=0.5, device="cpu", no_cache=True, tc=True)
nbbgen.Run("triangle", n=8, program=pathlib.Path("mine.lua"), from_="below", set={"T": 1.5}, init={"u": state, "v": "v.npy"})
nbbgen.Run("carpet", r=3, program=mine, init=memoryview(state.tobytes()), watch=lambda done, total: done > 5)
nbbgen.run("carpet", r=3, steps=3, series="m.csv", every={"checkpoint": "10min"}, sweep="T=1..2/3", rows=print)
nbbgen.bench("carpet@2..4", map=["bb", "lanes"], tile=["default", 9], tc="none,1", samples=3, json=pathlib.Path("b.json"))
nbbgen.emit(nbbgen.Fractal(layout=["##", "#."]), r=3, kernel_only=True, cubin=True, arch="sm_90")
nbbgen.info("carpet", r=3, ranks=2)
nbbgen.Fractal("carpet").png("maps", r=3)
runs = nbbgen.Ensemble("carpet", r=3, program="ising", seed=(1, 8), sweep={"T": np.linspace(1, 2, 3), "J": [1, 2]}, device="cpu")
runs.step(10, every=5, see=lambda: print(runs.observe()["m"].mean()))
observed: typing.Dict[str, typing.Union[int, float]] = run.observe()

nbbgen.run("carpet", stpes=3)  # type: ignore[call-arg]
nbbgen.Run("carpet", r=3, T=1.5)  # type: ignore[call-arg]
nbbgen.Run("carpet", steps=3)  # type: ignore[call-arg]
nbbgen.Run("carpet", r=3, seed=(1, 8))  # type: ignore[arg-type]
nbbgen.Run("carpet", sweep={"T": [1, 2]})  # type: ignore[call-arg]
nbbgen.Run("carpet", r="3")  # type: ignore[arg-type]
nbbgen.Run("carpet", r=3, map="lane")  # type: ignore[arg-type]
nbbgen.emit("carpet", r=3, device="cpu")  # type: ignore[call-arg]
nbbgen.bench("carpet@2", map=3)  # type: ignore[arg-type]
nbbgen.info("carpet", r=3, quiet=True)  # type: ignore[call-arg]
run.T = 1.5  # type: ignore[attr-defined]
