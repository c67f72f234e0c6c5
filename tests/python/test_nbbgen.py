"""The package against the program: $NBBGEN says what a run, its arrays and its errors must be."""
import copy
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import nbbgen

PROGRAM = os.environ["NBBGEN"]


def program(*words):
    """Runs the program; its report."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def report(*words):
    code, out, err = program("run", *words, "--json", "--digest", "--device", "cpu", "--quiet")
    assert code == 0, err
    return json.loads(out)


def run_of(fractal="carpet", **options):
    return nbbgen.Run(fractal, device="cpu", **options)


def test_a_run_is_the_programs(tmp_path):
    run = run_of(r=4, program="ising", T=1.5, seed=3)
    for _ in range(4):
        run.step(5)
    array = tmp_path / "spins.npy"
    wanted = report("carpet", "--r", "4", "--program", "ising", "--set", "T=1.5", "--seed", "3", "--steps", "20", "--npy", str(array))
    assert run.step_count == 20
    assert f"0x{run.digest():016x}" == wanted["digest"]
    assert run.observe() == wanted["observe"]
    assert np.array_equal(run.array(), np.load(array))
    assert np.array_equal(run.values(), run.array()[tuple(run.cells().T[::-1])])


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
    for options in ({}, {"program": "heat", "D": 0.1}):
        run = run_of(fractal, map=storage, storage="embedded" if "n" in size else "auto", **size, **options)
        run.step(3)
        seen = np.asarray(run.device_array())
        assert np.array_equal(seen, run.array())
        assert seen.__array_interface__["data"][0] == run.device_array()._address  # no copy


def test_an_array_of_a_run_follows_its_steps():
    run = run_of(r=3, map="bb")
    there = run.device_array()
    run.step()  # the state goes to its other buffer
    assert np.array_equal(np.asarray(there), run.array())
    run.close()
    for see in (np.asarray, np.from_dlpack):
        with pytest.raises(nbbgen.UsageError, match="closed"):
            see(there)


def test_dlpack_sees_it_too():
    run = run_of("triangle", n=21, map="bb", storage="embedded")
    seen = np.from_dlpack(run.device_array())
    assert np.array_equal(seen, run.array())
    assert seen.__array_interface__["data"][0] == run.device_array()._address
    holders = sys.getrefcount(run)
    run.device_array().__dlpack__()  # a capsule that nobody takes
    assert sys.getrefcount(run) == holders
    del seen
    assert sys.getrefcount(run) == holders - 1


def test_words_are_seen_where_they_lie():
    run = run_of(r=3, map="lanes", density=1)
    words = np.asarray(run.device_array())
    assert words.dtype == np.uint32 and sum(int(word).bit_count() for word in words) >= run.cell_count
    assert run.layout["storage"] == "lanes" and run.layout["fields"][0]["shape"] is None
    with pytest.raises(AttributeError):
        run.device_array().__cuda_array_interface__


def test_errors_are_the_programs():
    for kind, words, options in [(nbbgen.UsageError, ["carpet", "--r", "3", "--map", "lane"], {"r": 3, "map": "lane"}),
                                 (nbbgen.DefinitionError, ["carpett", "--r", "3"], {"fractal": "carpett", "r": 3}),
                                 (nbbgen.UsageError, ["carpet"], {}),
                                 (nbbgen.UsageError, ["carpet", "--r", "2", "--program", "ising", "--set", "TT=1"],
                                  {"r": 2, "program": "ising", "TT": 1})]:
        code, _, err = program("run", *words, "--device", "cpu")
        with pytest.raises(kind) as raised:
            run_of(**options)
        assert raised.value.code == code
        said = str(raised.value).split(" (searched")[0]  # which has folders of its own
        assert f": {said}" in err
    with pytest.raises(nbbgen.DeviceError, match="no CUDA driver"):
        nbbgen.Run("carpet", r=2, device="cuda")
    with pytest.raises(nbbgen.UsageError, match="field 'alve': expected one of alive; did you mean 'alive'?"):
        run_of(r=2).array("alve")
    with pytest.raises(ValueError, match="shape"):
        run_of(r=2).set(np.zeros((3, 3)))
    with pytest.raises(nbbgen.UsageError, match="cannot hold"):
        run_of(r=2).set(np.full((9, 9), 0.5))
    with pytest.raises(nbbgen.UsageError, match="there is no cell"):
        run_of(r=2).set(np.ones((9, 9)))


def test_definitions_come_as_layouts_paths_and_text(tmp_path):
    layout = ["##", "#."]
    path = pathlib.Path(tmp_path) / "mine.lua"
    path.write_text("return fractal { layout = { '##', '#.' } }")
    digests = set()
    for fractal in (nbbgen.Fractal(layout=layout), path, str(path), nbbgen.Fractal("mine", text=path.read_text())):
        run = run_of(fractal, r=5)
        run.step(3)
        digests.add(run.digest())
    assert len(digests) == 1
    with pytest.raises(nbbgen.DefinitionError, match="odd:1:"):
        run_of(nbbgen.Fractal("odd", layout=["#x"]), r=1)
    with pytest.raises(nbbgen.UsageError):
        nbbgen.Fractal()
    path.write_text("return fractal {\n  layouts = { '##' } }")
    with pytest.raises(nbbgen.DefinitionError) as raised:
        run_of(path, r=1)
    assert (raised.value.file, raised.value.line) == (str(path), 2)
    with pytest.raises(nbbgen.UsageError) as raised:
        run_of()
    assert (raised.value.file, raised.value.line) == (None, None)


def test_emit_is_the_programs():
    _, out, _ = program("emit", "sierpinski", "--r", "5", "--map", "compact", "--kernel-only")
    assert nbbgen.emit("sierpinski", r=5, map="compact", kernel_only=True).decode() == out
    _, out, _ = program("emit", "sierpinski", "--r", "5", "--map", "compact", "--kernel-only", "--json")
    assert nbbgen.kernels("sierpinski", r=5, map="compact", kernel_only=True) == json.loads(out)
    with pytest.raises(nbbgen.UsageError, match="one of them at a time"):
        nbbgen.emit("sierpinski", r=5, ptx=True, cubin=True)


def test_options_take_numpys_numbers_paths_and_lists(tmp_path):
    for number in (1.5, np.float64(1.5), np.float32(1.5), "1.5"):
        assert "--set T=1.5 " in run_of(r=np.int64(2), program="ising", T=number, no_cache=np.bool_(False)).command
    state = tmp_path / "u.npy"
    np.save(state, run_of(r=2, program="heat").mask() * np.float32(0.5))
    for init in ({"u": state}, {"u": str(state)}, [f"u={state}"]):
        assert set(run_of(r=2, program="heat", init=init).values("u")) == {0.5}
    with pytest.raises(nbbgen.UsageError, match="--set T=abc: 'abc' is no finite number"):
        run_of(r=2, program="ising", T="abc")


def test_a_run_is_not_copied():
    run = run_of(r=2)
    for copies in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="checkpoint"):
            copies(run)
    run.step()  # a copy that went would have closed it


def test_steps_are_whole_numbers():
    run = run_of(r=2)
    run.step(np.int64(3))
    assert run.step_count == 3
    for count in (-1, 1 << 31, 1 << 64):
        with pytest.raises(nbbgen.UsageError, match="steps after 3: expected 0 to 2147483647"):
            run.step(count)
    for wrong in (1.5, "1"):
        with pytest.raises(TypeError):
            run.step(wrong)
    assert run.step_count == 3


def test_a_watch_stops_and_the_run_goes_on():
    calls = []
    run = run_of("vicsek", r=7, map="compact", watch=lambda done, total: calls.append((done, total)) or len(calls) == 2)
    with pytest.raises(nbbgen.Interrupted):
        run.step(100000)
    assert len(calls) == 2 and 0 < run.step_count < 100000
    before = run.step_count
    run.step(1)
    assert run.step_count == before + 1

    def fails(done, total):
        raise KeyError("mine")

    with pytest.raises(KeyError):
        run_of("vicsek", r=7, map="compact", watch=fails).step(100000)


def test_ctrl_c_ends_steps():
    run = run_of("vicsek", r=7, map="compact")
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run.step(1000000)
    assert time.monotonic() - begin < 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert 0 < run.step_count < 1000000
    run.step(1)


def test_other_threads_go_on_meanwhile():
    run, ticks, done = run_of("vicsek", r=7, map="compact"), [], threading.Event()
    begin = time.monotonic()
    run.step(400)
    two_seconds = int(800 / (time.monotonic() - begin))

    def tick():
        while not done.wait(0.01):
            ticks.append(run)

    ticking = threading.Thread(target=tick)
    ticking.start()
    run.step(two_seconds)
    done.set()
    ticking.join()
    assert len(ticks) > 50  # without the GIL a tick comes at each call of the watch at most, twenty times a second


def test_a_whole_run_is_the_programs(tmp_path):
    options = {"r": 4, "program": "ising", "T": 1.5, "seed": 3, "steps": 20, "average": 5}
    series, wanted_series = tmp_path / "series.csv", tmp_path / "wanted.csv"
    done = nbbgen.run("carpet", device="cpu", digest=True, series=series, every=5, **options)
    wanted = report("carpet", "--r", "4", "--program", "ising", "--set", "T=1.5", "--seed", "3", "--steps", "20", "--average", "5",
                    "--every", "5", "--series", str(wanted_series))
    assert series.read_text() == wanted_series.read_text()
    assert done["files"] == [{"option": "series", "path": str(series)}]
    for key in ("digest", "population", "observe", "averages", "map"):
        assert done[key] == wanted[key]
    rows = []
    swept = nbbgen.run("carpet", r=3, program="ising", sweep="T=1..2/3", device="cpu", rows=rows.append)
    assert rows == swept["sweep"] and [row["T"] for row in rows] == [1, 1.5, 2]
    with pytest.raises(nbbgen.UsageError, match="--series has no effect on a job that is planned or started"):
        run_of(r=3, program="ising", series="x.csv")


def test_a_bench_compares_lists():
    rows = []
    done = nbbgen.bench("sierpinski@2,3", "vicsek", r=2, map=["bb", "lambda"], tile=["default", 100], samples=2, no_rates=True,
                        device="cpu", rows=rows.append)
    measured = [(row["fractal"], row["r"], row["map"]) for row in done["rows"] if "skipped" not in row]
    assert sorted(measured) == sorted((*of, name) for of in [("sierpinski", 2), ("sierpinski", 3), ("vicsek", 2)]
                                      for name in ("bb", "lambda"))
    assert len(rows) == len(done["rows"]) and any("skipped" in row for row in rows)
    with pytest.raises(nbbgen.UsageError, match="--verify has no effect on a bench"):
        nbbgen.bench("sierpinski@2", verify=True)

    def fail(row):
        raise ValueError(row["fractal"])

    before = time.monotonic()
    with pytest.raises(ValueError, match="sierpinski"):
        nbbgen.bench("sierpinski@2,11", map="bb", samples=1000, no_rates=True, device="cpu", rows=fail)
    assert time.monotonic() - before < 60


def test_checkpoints_are_the_programs(tmp_path):
    words = ["carpet", "--r", "3", "--program", "ising", "--set", "T=1.5"]
    report(*words, "--steps", "6", "--checkpoint", str(tmp_path / "a"))
    run = run_of(r=3, program="ising", T=1.5, map="compact")
    run.resume(tmp_path / "a")
    assert run.step_count == 6
    run.step(4)
    run.checkpoint(tmp_path / "b")
    run.close()
    wanted = report(*words, "--steps", "12")
    assert report(*words, "--steps", "12", "--resume", str(tmp_path / "b"))["digest"] == wanted["digest"]
    alone = nbbgen.run(resume=tmp_path / "b", steps=12, threads=1, digest=True, device="cpu")
    assert alone["digest"] == wanted["digest"] and alone["device"].endswith(", 1 thread")
    with pytest.raises(nbbgen.UsageError, match="closed"):
        run.step()


def test_a_notebook_shows_the_picture(tmp_path):
    run = run_of(r=3)
    run.step(2)
    picture = tmp_path / "state.png"
    report("carpet", "--r", "3", "--steps", "2", "--png", str(picture))
    assert run._repr_png_() == picture.read_bytes()
    assert "step 2" in repr(run) and "--map" in run.command


def test_fractals_are_drawn(tmp_path):
    for option, command, what in (("-o", "render", "cells"), ("--png", "info", "maps")):
        picture = tmp_path / f"{what}.png"
        program(command, "carpet", "--r", "3", option, str(picture))
        assert nbbgen.Fractal("carpet").png(what, r=3) == picture.read_bytes()
    with pytest.raises(nbbgen.UsageError, match="did you mean 'cells'"):
        nbbgen.Fractal("carpet").png("cell", r=3)


def test_parameters_may_have_names_of_info(tmp_path):
    mine = tmp_path / "mine.lua"
    mine.write_text("return program { state = { u = 'f32' }, neighbours = 'moore', param = { ratio = 0.5, m = 1 },\n"
                    "  init = { u = 'ratio + m' }, update = 'u = u;' }\n")
    run = nbbgen.Run("carpet", r=1, program=mine, ratio=0.25, m=2, device="cpu")
    assert run.values()[0] == 2.25


def without_paths(told):
    """The package has files of its own."""
    if isinstance(told, dict):
        return {key: without_paths(value) for key, value in told.items() if key != "path"}
    return told


def test_what_there_is_is_the_programs(tmp_path, monkeypatch):
    for words, options in ((["carpet", "--r", "4"], {"r": 4}), (["triangle"], {}),
                           (["carpet", "--program", "ising", "--set", "T=1.5"], {"program": "ising", "T": 1.5})):
        assert without_paths(nbbgen.info(words[0], **options)) == without_paths(json.loads(program("info", *words, "--json")[1]))
    for words in (["carpet", "--r", "4", "--ranks", "2"], ["simplex", "--m", "5"]):
        assert without_paths(nbbgen.info(words[0], **{words[i][2:]: words[i + 1] for i in range(1, len(words), 2)})) == \
            without_paths(json.loads(program("info", *words, "--json")[1]))
    found = json.loads(program("doctor", "--json")[1])
    assert {name: one["usable"] for name, one in nbbgen.doctor().items()} == {name: one["usable"] for name, one in found.items()}
    assert without_paths(nbbgen.check(program="heat")) == without_paths(json.loads(program("check", "heat", "--json")[1]))
    listed = json.loads(program("list", "--json")[1])
    assert [*nbbgen.fractals(), *nbbgen.programs()] == [row["name"] for row in listed]
    (tmp_path / "broken.lua").write_text("return fractal {")
    monkeypatch.setenv("NBBGEN_FRACTALS", str(tmp_path))
    with pytest.warns(UserWarning, match="broken.lua:1:"):
        assert "carpet" in nbbgen.fractals()
    with pytest.raises(nbbgen.DefinitionError, match="broken.lua:1:"):
        nbbgen.check("broken")
