"""Arrays that are given and read, and the state seen where it lies."""
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import nbbgen
from helpers import run_of


@pytest.mark.parametrize("storage", ["bb", "lambda", "compact", "lanes"])
def test_what_is_set_is_read(storage):
    run = run_of(r=3, map=storage)
    mask = run.mask()
    state = np.random.default_rng(7).integers(0, 2, mask.shape) * mask
    run.set(state)
    assert np.array_equal(run.array(), state)
    run.set_values([1, 0], at=[[0, 0], [26, 26]])
    assert run.values(at=[[0, 0], [26, 26], [13, 13]]).tolist() == [1, 0, 0]
    run.set_values(np.zeros(run.cell_count, np.uint8))
    assert run.observe() == {"population": 0}


def test_fields_have_names_and_types():
    run = run_of("tetrahedron", n=5, program="wave")
    assert run.array("u").shape == (5, 5, 5) and run.array("u").dtype == np.float32
    with pytest.raises(nbbgen.UsageError, match="expected one of"):
        run.array()
    run.set(run.mask() * 0.25, "u")
    assert set(run.values("u")) == {0.25}


@pytest.mark.parametrize("storage, fractal, size", [("bb", "carpet", {"r": 3}), ("lambda", "vicsek", {"r": 3}),
                                                    ("bb", "triangle", {"n": 21}), ("lambda", "tetrahedron", {"n": 9})])
def test_a_box_is_seen_where_it_lies(storage, fractal, size):
    for options in ({}, {"program": "heat", "set": {"D": 0.1}}):
        run = run_of(fractal, map=storage, storage="embedded" if "n" in size else "auto", **size, **options)
        run.step(3)
        seen = np.asarray(run.device_array())
        assert np.array_equal(seen, run.array())
        assert np.shares_memory(seen, np.asarray(run.device_array()))


def test_an_array_of_a_run_follows_its_steps():
    run = run_of(r=3, map="bb")
    there = run.device_array()
    run.step()  # the state goes to its other buffer
    assert np.array_equal(np.asarray(there), run.array())
    run.close()
    for see in (np.asarray, np.from_dlpack):
        with pytest.raises(nbbgen.UsageError, match="closed"):
            see(there)


@pytest.mark.parametrize("see", [np.asarray, np.from_dlpack])
def test_an_array_outlives_its_run(see):
    run, alone = run_of(r=6, map="bb"), run_of(r=6, map="bb")
    before = see(run.device_array())
    run.step(3)
    alone.step(3)
    assert run.digest() == alone.digest()
    seen = see(run.device_array())
    run.close()
    del run
    others = [run_of(r=6, map="bb", density=0) for _ in range(4)]  # which would get the memory
    assert np.array_equal(seen, alone.array()) and before.shape == seen.shape
    seen[:] = 0  # it may be written to
    assert all(other.observe() == {"population": 0} for other in others)


def test_the_memory_goes_with_the_last_array():
    done = subprocess.run([sys.executable, "-c", """
import ctypes, os
import numpy, pytest
import nbbgen
fake = ctypes.CDLL(os.environ["NBB_FAKE_DRIVER"])  # a CUDA device that stands for one
fake.nbb_fake_used.restype = ctypes.c_size_t
run = nbbgen.Run("carpet", r=3, map="bb", device="cuda", no_cache=True)
there = run.device_array()
capsule, unused = there.__dlpack__(), there.__dlpack__(max_version=(1, 0))
held = there.__cuda_array_interface__
assert there.__dlpack_device__() == (2, 0) and held["shape"] == run.shape
with pytest.raises(TypeError, match="copies it"):
    numpy.asarray(there)
run.close()
for name in ("there", "unused", "capsule"):
    assert fake.nbb_fake_used() > 0, name
    ctypes.memset(held["data"][0], 1, 27 * 27)
    del globals()[name]
assert fake.nbb_fake_used() == 0
left = nbbgen.Run("carpet", r=1, device="cpu").device_array().__dlpack__()  # for the process's end
"""], env={**os.environ, "NBBGEN_LIBCUDA": os.environ["NBB_FAKE_DRIVER"], "NBBGEN_NVRTC": os.environ["NBB_FAKE_DRIVER"]},
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_words_are_seen_where_they_lie():
    run = run_of(r=3, map="lanes", density=1)
    words = np.asarray(run.device_array())
    assert words.dtype == np.uint32 and sum(int(word).bit_count() for word in words) >= run.cell_count
    assert run.layout["storage"] == "lanes" and run.layout["fields"][0]["shape"] is None
    with pytest.raises(AttributeError):
        run.device_array().__cuda_array_interface__


class Other:
    """An array of another library."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)


def test_a_first_state_is_an_array(tmp_path):
    mask = run_of(r=2).mask()
    state = np.random.default_rng(3).integers(0, 2, mask.shape) * mask
    np.save(tmp_path / "state.npy", state.astype(np.uint8))
    wanted = nbbgen.run("carpet", r=2, init=tmp_path / "state.npy", steps=3, digest=True, device="cpu")["digest"]
    for init in (state, state.tolist(), state == 1, memoryview(state), Other(state), state.T.copy().T, {"alive": state}):
        assert np.array_equal(run_of(r=2, init=init).array(), state)
        assert nbbgen.run("carpet", r=2, init=init, steps=3, digest=True, device="cpu")["digest"] == wanted
    nbbgen.run("carpet", r=2, init=state, steps=1, checkpoint=tmp_path / "saved", device="cpu")  # it is known by its values
    options = {"steps": 3, "digest": True, "resume": tmp_path / "saved", "device": "cpu"}
    assert nbbgen.run("carpet", r=2, init=tmp_path / "state.npy", **options)["digest"] == wanted
    with pytest.raises(nbbgen.UsageError, match="the init file of alive"):
        nbbgen.run("carpet", r=2, init=mask, **options)
    heat = run_of(r=2, program="heat", init={"u": mask * 0.25})
    assert set(heat.values()) == {0.25}
    waves = run_of(r=2, program="wave", init={"u": mask * 0.5, "v": mask * 2})
    assert set(waves.values("u")) == {0.5} and set(waves.values("v")) == {2}
    for init, said in ((state * 300, "values that uint8 cannot hold"), (state[1:], r"found '\|u1' of shape \(8, 9\)"),
                       (np.ones((9, 9)), "there is no cell"), ({"alve": state}, "did you mean 'alive'"),
                       (Other(state, (2, 0)), "copy it first")):
        with pytest.raises(nbbgen.UsageError, match=said):
            run_of(r=2, init=init)
    for init, said in ((mask * 1e39, "field u: values that float32 cannot hold"), (mask * 1j, "numbers expected")):
        with pytest.raises(nbbgen.UsageError, match=said):
            run_of(r=2, program="heat", init=init)


def test_observed_arrays():
    text = ("return program { state = { k = 'u2' }, neighbours = 'moore', init = { k = 'uniform(4)' }, update = 'k = max(k) - k;',"
            " observe = { c = 'correlation(k, {1, 4})', h = 'histogram(k, 0, 4, 4)' } }")
    run = run_of(r=3, program=nbbgen.Program("arrays", text=text), map="lanes", seed=5)
    run.step(2)
    k, cell = run.array().astype(int), run.mask()
    wanted = []
    for d in (1, 4):
        ahead = [(slice(None), slice(d, None)), (slice(d, None), slice(None))]
        back = [(slice(None), slice(None, -d)), (slice(None, -d), slice(None))]
        pairs = sum((cell[a] & cell[b]).sum() for a, b in zip(ahead, back))
        wanted.append(sum((k[a] * k[b]).sum() for a, b in zip(ahead, back)) / pairs - k[cell].mean() ** 2)
    observed = run.observe()
    assert observed["h"].tolist() == np.bincount(k[cell], minlength=4).tolist()
    np.testing.assert_allclose(observed["c"], wanted, rtol=1e-12)


def test_samples(tmp_path):
    report = nbbgen.run("carpet", r=3, program="ising", steps=9, every=4, samples=tmp_path / "a.npz", series=tmp_path / "a.csv", seed=2,
                      device="cpu")
    saved, rows = np.load(tmp_path / "a.npz"), np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=2)
    assert [*saved.files] == ["step", "e", "m", "provenance.json"]
    assert [saved[name].tolist() for name in saved.files[:3]] == rows.T.tolist() and saved["m"].dtype == np.int64
    wanted = json.loads(saved["provenance.json"])
    assert wanted == report["provenance"] and (wanted["r"], wanted["seed"], wanted["param"]["T"]) == (3, 2, 2)
    with pytest.raises(nbbgen.UsageError, match="ends in .npz"):
        nbbgen.run("carpet", r=2, program="ising", device="cpu", samples="a.txt")


# Of an ensemble each copy's looks; one that has stopped keeps its last row.
def test_samples_of_copies(tmp_path):
    (tmp_path / "fading.lua").write_text("""return program { state = { s = "u1" }, neighbours = "moore", param = { p = 0.5 }, init = { s = "1" },
      update = "if (chance(p)) s = 0;", observe = { n = "sum(s)", h = "histogram(s, 0, 2, 2)" }, stop = "n == 0" }""")
    nbbgen.run("carpet", program=tmp_path / "fading.lua", steps=30, every=2, sweep=["r=1..2", "p=0.2,0.9"], seed="3..4", batch=3,
               samples=tmp_path / "a.npz", series=tmp_path / "a.csv", device="cpu")
    saved, rows = np.load(tmp_path / "a.npz"), np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=2)
    assert [*saved.files] == ["r", "p", "seed", "step", "h", "n", "provenance.json"]
    assert saved["n"].shape == (8, len(saved["step"])) and saved["h"].shape == (*saved["n"].shape, 2)
    for copy, of in enumerate(zip(saved["r"], saved["p"], saved["seed"])):
        own = rows[(rows[:, :3] == of).all(axis=1)]
        assert (saved["step"][: len(own)] == own[:, 3]).all() and (saved["n"][copy, : len(own)] == own[:, 6]).all()
        assert (saved["h"][copy, : len(own)] == own[:, 4:6]).all() and (saved["n"][copy, len(own) :] == saved["n"][copy, -1]).all()
    report = json.loads(saved["provenance.json"])
    assert report["ensemble"] == "2 seeds; r = 1, 2; p = 0.2, 0.9" and report["param"] == {} and report["seed"] == 3
