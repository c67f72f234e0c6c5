"""Ensembles against single runs, bit by bit."""
import numpy as np
import pytest

import nbbgen
from helpers import report, run_of


def ensemble_of(fractal="carpet", **options):
    return nbbgen.Ensemble(fractal, device="cpu", **options)


@pytest.mark.parametrize("choice", ["bb", "lambda", "compact", "lanes"])
def test_copies_are_runs(choice):
    common = {"r": 3, "program": "ising", "map": choice}
    runs = ensemble_of(seed=(5, 6), sweep={"T": [1.5, 3.0]}, **common)
    singles = [run_of(seed=seed, set={"T": T}, **common) for T in (1.5, 3.0) for seed in (5, 6)]
    runs.step(4)
    other = np.array([1.0, 2.0, 2.5, 1.25])
    for i, single in enumerate(singles):
        single.step(4)
        assert runs.digests()[i] == single.digest()
        assert {name: value[i] for name, value in runs.observe().items()} == single.observe()
        single.set(T=other[i])
        single.step(3)
    runs.set(T=other)
    runs.step(3)
    assert np.array_equal(runs.state("s"), np.stack([single.array() for single in singles]))
    assert runs.values["T"].tolist() == other.tolist()
    runs.reset(seed=[4, 3, 2, 1])
    runs.step(2)
    for seed, (i, single) in zip([4, 3, 2, 1], enumerate(singles)):
        single.reset(seed=seed)
        single.step(2)
        assert runs.digests()[i] == single.digest()
        assert runs.png(i) == single.png()


def test_values_and_seeds_are_reported_and_set():
    runs = ensemble_of(r=2, program="ising", seed=(1, 2), sweep=["T=1..2/3", "J=1,0.5"])
    assert len(runs) == 12
    assert runs.values["T"].tolist() == [1.0] * 4 + [1.5] * 4 + [2.0] * 4
    assert runs.values["J"].tolist() == [1.0, 1.0, 0.5, 0.5] * 3
    assert runs.values["seed"].tolist() == [1, 2] * 6
    runs.reset(seed=8)
    runs.set(J=2)
    assert runs.values["seed"].tolist() == [8, 9] * 6 and set(runs.parameter("J")) == {2.0}
    with pytest.raises(nbbgen.UsageError, match=r"T of shape \(3,\): a number expected, or an array of shape \(12,\)"):
        runs.set(T=[1, 2, 3])
    with pytest.raises(nbbgen.UsageError, match="of copy 3 is no finite number"):
        runs.set(T=[1, 1, 1, np.nan] * 3)
    assert runs.values["T"][3] == 1.0
    for seeds in ([1.5] * 12, [-1] * 12):
        with pytest.raises(nbbgen.UsageError, match="seed: values that uint64 cannot hold"):
            runs.reset(seed=seeds)
    assert len(ensemble_of(r=2, program="ising", sweep={"T": [1.5]})) == 1
    assert ensemble_of(r=2, program="ising", seed=(1, 2), sweep="T=1,2", own_noise=True).values["seed"].tolist() == [1, 2, 1, 2]


def test_an_ensemble_is_the_commands():
    runs = ensemble_of(r=3, program="ising", seed=(3, 4), sweep={"T": np.linspace(1, 2, 3)})
    runs.step(7)
    copies = report("carpet", "--r", "3", "--program", "ising", "--seed", "3..4", "--sweep", "T=1..2/3", "--steps", "7")["copies"]
    assert [f"0x{digest:016x}" for digest in runs.digests()] == [copy["digest"] for copy in copies]


@pytest.mark.parametrize("choice", ["bb", "lanes"])
def test_states_are_seen_where_they_lie(choice):
    runs = ensemble_of(r=3, program="heat", map=choice, set={"D": 0.1}, seed=(1, 3))
    runs.step(2)
    for seen in (np.asarray(runs.device_array()), np.from_dlpack(runs.device_array())):
        assert seen.shape[0] == 3 == runs.layout["copies"]
        if choice == "bb":
            assert np.array_equal(seen, runs.state())


def test_boxes_are_given():
    runs = ensemble_of(r=2, program="heat", set={"D": 0.1}, seed=(1, 3))
    boxes = np.arange(3, dtype=np.float32)[:, None, None] * runs.mask()
    runs.set(boxes)
    assert np.array_equal(runs.state(), boxes)
    runs.set(boxes[1])
    assert np.array_equal(runs.state(), boxes[[1, 1, 1]])
    with pytest.raises(nbbgen.UsageError, match=r"expected \(3, 9, 9\)"):
        runs.set(boxes[:2])


@pytest.mark.parametrize("make", [run_of, ensemble_of])
def test_steps_are_seen(make):
    runs, seen = make(r=2, program="ising"), []
    runs.step(3)
    runs.step(10, every=4, see=lambda: seen.append(runs.step_count))
    assert seen == [4, 8, 12] and runs.step_count == 13
    runs.step(10, every=5, see=lambda: True)
    assert runs.step_count == 15
    with pytest.raises(nbbgen.UsageError, match="every=0"):
        runs.step(1, every=0, see=print)


def test_a_run_has_no_copies():
    with pytest.raises(TypeError, match="takes no option 'sweep': nbbgen.Ensemble"):
        run_of(r=2, program="ising", sweep={"T": [1, 2]})
    with pytest.raises(nbbgen.UsageError, match="a run has one seed, and nbbgen.Ensemble several"):
        run_of(r=2, seed="1..3")
    with pytest.raises(nbbgen.UsageError, match="sizes have states of their own"):
        ensemble_of(program="ising", sweep={"r": [2, 3]})
