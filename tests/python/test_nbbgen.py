"""The package against the program: $NBBGEN says what a run and its errors must be."""
import copy
import ctypes
import io
import itertools
import json
import os
import pathlib
import pickle
import re
import signal
import threading
import time
import urllib.request

import matplotlib.image
import numpy as np
import pytest

import nbbgen
from helpers import program, report, run_of


def test_a_run_is_the_programs(tmp_path):
    run = run_of(r=4, program="ising", set={"T": 1.5}, seed=3)
    for _ in range(4):
        run.step(5)
    array = tmp_path / "spins.npy"
    wanted = report("carpet", "--r", "4", "--program", "ising", "--set", "T=1.5", "--seed", "3", "--steps", "20", "--npy", str(array))
    assert run.step_count == 20
    assert f"0x{run.digest():016x}" == wanted["digest"]
    assert run.observe() == wanted["observe"]
    assert np.array_equal(run.array(), np.load(array))
    assert np.array_equal(run.values(), run.array()[tuple(run.cells().T[::-1])])


def test_functions_are_called_as_they_are_declared():
    kinds = {"int": ctypes.c_int, "int64_t": ctypes.c_int64, "nbbgen_status": ctypes.c_int, "const char *": ctypes.c_char_p}
    header = pathlib.Path(__file__).parent.parent / "library" / "abi.h"
    declared = {name: (result.strip(), [one.strip() for one in arguments.split(",")]) for result, name, arguments in
                re.findall(r"^([a-z]\w+ .*?)nbbgen_(\w+)\((.*)\);$", header.read_text(), re.M)}
    for name, (result, *arguments) in nbbgen._library._FUNCTIONS.items():
        wanted = [kinds.get(kind) for kind in declared[name][1][1:]]
        assert kinds[declared[name][0]] == result or (result is None and declared[name][0] == "nbbgen_status")
        assert [kind if kind in kinds.values() else None for kind in arguments] == wanted, name


def test_errors_are_the_programs():
    for kind, words, options in [(nbbgen.UsageError, ["carpet", "--r", "3", "--map", "lane"], {"r": 3, "map": "lane"}),
                                 (nbbgen.DefinitionError, ["carpett", "--r", "3"], {"fractal": "carpett", "r": 3}),
                                 (nbbgen.UsageError, ["carpet"], {}),
                                 (nbbgen.UsageError, ["carpet", "--r", "2", "--program", "ising", "--set", "TT=1"],
                                  {"r": 2, "program": "ising", "set": {"TT": 1}})]:
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
    with pytest.raises(nbbgen.UsageError, match="an array is expected, or parameters by name"):
        run_of(r=2).set()
    with pytest.raises(nbbgen.UsageError, match=r"seed=\[1, 2\]: one value expected, or \(first, last\)"):
        run_of(r=2, seed=[1, 2])


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
    assert run_of(nbbgen.Fractal(layout=[["##", "#."], ["#.", ".."]]), r=2).digest() == run_of("tetrix", r=2).digest()
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
        assert "--set T=1.5 " in run_of(r=np.int64(2), program="ising", set={"T": number}, no_cache=np.bool_(False)).command
    state = tmp_path / "u.npy"
    np.save(state, run_of(r=2, program="heat").mask() * np.float32(0.5))
    for init in ({"u": state}, {"u": str(state)}, [f"u={state}"]):
        assert set(run_of(r=2, program="heat", init=init).values("u")) == {0.5}
    with pytest.raises(nbbgen.UsageError, match="--set T=abc: 'abc' is no finite number"):
        run_of(r=2, program="ising", set={"T": "abc"})
    assert "--from below " in run_of("triangle", n=24, from_="below").command


def test_a_run_takes_its_parameters_alone():
    run = run_of(r=2, program="ising")
    for name in ("T", "step_count", "density"):
        with pytest.raises(AttributeError):
            setattr(run, name, 1.5)


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
    asks = [lambda: run.command, lambda: run.observe(), lambda: run.close()]
    run = run_of("vicsek", r=7, map="compact", watch=lambda done, total: run.step_count > 0 and asks[0]())
    while asks:
        with pytest.raises(nbbgen.UsageError, match="at work"):
            run.step(100000)
        del asks[0]


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
    run, ticks, done = run_of("vicsek", r=6, map="compact"), [], threading.Event()
    begin = time.monotonic()
    run.step(400)
    one_second = int(400 / (time.monotonic() - begin))

    def tick():
        while not done.wait(0.01):
            ticks.append(run)

    ticking = threading.Thread(target=tick)
    ticking.start()
    run.step(one_second)
    done.set()
    ticking.join()
    assert len(ticks) > 25  # without the GIL a tick comes at each call of the watch at most, twenty times a second


def test_a_whole_run_is_the_programs(tmp_path):
    options = {"r": 4, "program": "ising", "set": {"T": 1.5}, "seed": 3, "steps": 20, "average": 5}
    series, wanted_series = tmp_path / "series.csv", tmp_path / "wanted.csv"
    done = nbbgen.run("carpet", device="cpu", digest=True, series=series, every=5, **options)
    wanted = report("carpet", "--r", "4", "--program", "ising", "--set", "T=1.5", "--seed", "3", "--steps", "20", "--average", "5",
                    "--every", "5", "--series", str(wanted_series))
    assert series.read_text().splitlines()[1:] == wanted_series.read_text().splitlines()[1:]
    assert done["files"] == [{"option": "series", "path": str(series)}]
    for key in ("digest", "population", "observe", "averages", "map"):
        assert done[key] == wanted[key]
    rows = []
    swept = nbbgen.run("carpet", r=3, program="ising", sweep="T=1..2/3", device="cpu", rows=rows.append)
    assert rows == swept["sweep"] and [row["T"] for row in rows] == [1, 1.5, 2]


def test_a_bench_compares_lists():
    rows = []
    done = nbbgen.bench("sierpinski@2,3", "vicsek", r=2, map=["bb", "lambda"], tile=["default", 100], samples=1, no_rates=True,
                        device="cpu", rows=rows.append)
    measured = [(row["fractal"], row["r"], row["map"]) for row in done["rows"] if "skipped" not in row]
    assert sorted(measured) == sorted((*of, name) for of in [("sierpinski", 2), ("sierpinski", 3), ("vicsek", 2)]
                                      for name in ("bb", "lambda"))
    assert len(rows) == len(done["rows"]) and any("skipped" in row for row in rows)
    assert " bench sierpinski@2,3 vicsek --" in done["command"] and done["command"].count("sierpinski") == 1

    def fail(row):
        raise ValueError(row["fractal"])

    before = time.monotonic()
    with pytest.raises(ValueError, match="sierpinski"):
        nbbgen.bench("sierpinski@2,11", map="bb", samples=300, no_rates=True, device="cpu", rows=fail)
    assert time.monotonic() - before < 60


def test_checkpoints_are_the_programs(tmp_path):
    words = ["carpet", "--r", "3", "--program", "ising", "--set", "T=1.5"]
    report(*words, "--steps", "6", "--checkpoint", str(tmp_path / "a"))
    run = run_of(r=3, program="ising", set={"T": 1.5}, map="compact")
    run.resume(tmp_path / "a")
    assert run.step_count == 6
    run.step(4)
    run.checkpoint(tmp_path / "b")
    run.close()
    wanted = report(*words, "--steps", "12")
    assert report(*words, "--steps", "12", "--resume", str(tmp_path / "b"))["digest"] == wanted["digest"]
    with_page = run_of(r=3, program="ising", set={"T": 1.5})
    with_page.step(12)
    page = with_page.view()
    with urllib.request.urlopen(page.address.replace("/?", "/digest?")) as answer:
        assert answer.read().decode().strip() == wanted["digest"]
    assert page.address in page._repr_html_()
    page.close()
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


def test_maps_have_a_cells_colour_in_the_box_and_in_the_orthotope():
    picture = matplotlib.image.imread(io.BytesIO(nbbgen.Fractal("sierpinski").png("maps", r=4)))
    pixels = np.rint(255 * picture[18::37, 18::37, :3]).astype(int)
    box, orthotope = pixels[:, :16], pixels[:9, 18:].reshape(81, 3)
    assert box[0, 0].tolist() == [235, 20, 20] and box[15, 15].tolist() == [235, 20, 235] and box[0, 1].tolist() == 3 * [232]
    cells = box[np.ptp(box, axis=2) > 0]  # holes are grey
    assert len(cells) == 81 and np.array_equal(np.unique(cells, axis=0), np.unique(orthotope, axis=0))
    assert min(abs(orthotope - [20, 235, 127]).sum(axis=1)) < 9


def test_cubes_are_seen_from_beyond_the_far_corner():
    seen = np.zeros((107, 54, 2), int)  # 1 + x + y + z of the nearest cube, its face: 1 the top, 2 left, 3 right
    for x, y, z in itertools.product(range(27), repeat=3):
        if all(sum(at // power % 3 == 1 for at in (x, y, z)) < 2 for power in (1, 3, 9)):  # the sponge has it
            for down, right, face in ((0, 0, 1), (0, 1, 1), (1, 0, 2), (1, 1, 3), (2, 0, 2), (2, 1, 3)):
                place = seen[x + y - 2 * z + 52 + down, x - y + 26 + right]
                place[:] = max(tuple(place), (1 + x + y + z, face))
    picture = matplotlib.image.imread(io.BytesIO(nbbgen.Fractal("menger").png("cells", r=3)))[3::7, 3::7]
    pairs = {(*seen[row, column // 2], *picture[row, column]) for row, column in itertools.product(range(107), range(108))}
    assert len(pairs) == len({pair[:2] for pair in pairs}) and len({pair[2:] for pair in pairs}) > 100


def test_parameters_and_options_are_apart():
    mine = nbbgen.Program("mine", text="return program { state = { u = 'f32' }, neighbours = 'moore',\n"
                          "  param = { seed = 0.5, m = 1 }, init = { u = 'seed + m' }, update = 'u = u;' }\n")
    assert run_of(r=1, program=mine, set={"seed": 0.25, "m": 2}, seed=7).values()[0] == 2.25
    assert nbbgen.info(program=mine)["parameters"] == {"m": 1, "seed": 0.5}
    assert nbbgen.info(program=mine, r=3) == nbbgen.info(program=mine)  # without a fractal a size says nothing
    with pytest.raises(nbbgen.UsageError, match="--memory 1024: it is counted on a fractal"):
        nbbgen.info(program=mine, r=3, memory="1K")
    with pytest.raises(nbbgen.DefinitionError, match="^mine:1:"):
        run_of(r=1, program=nbbgen.Program("mine", text="return program {}"))
    with pytest.raises(nbbgen.UsageError, match="which program"):
        nbbgen.Program()
    assert nbbgen.emit("vicsek", r=6, resident="cluster") == nbbgen.emit("vicsek", r=6, persistent="cluster")


@pytest.mark.parametrize("call, options, said", [
    (nbbgen.Run, {"seeed": 1}, r"Run() takes no option 'seeed': did you mean 'seed'?"),
    (nbbgen.Run, {"program": "ising", "T": 1.5}, "the program's parameters are given by name, set={'T': 1.5}"),
    (nbbgen.Run, {"steps": 5}, "run.step(n)"),
    (nbbgen.Run, {"series": "m.csv"}, "nbbgen.run(...) does"),
    (nbbgen.Run, {"kernel_only": True}, "Run() takes no option 'kernel_only'"),
    (nbbgen.run, {"from": "below"}, "did you mean 'from_'?"),
    (nbbgen.emit, {"device": "cpu"}, "emit() takes no option 'device'"),
    (nbbgen.bench, {"verify": True}, "bench() takes no option 'verify'"),
    (nbbgen.info, {"steps": 5}, "info() takes no option 'steps'")])
def test_an_option_that_a_function_does_not_take_is_a_type_error(call, options, said):
    with pytest.raises(TypeError, match=re.escape(said)):
        call("carpet", **options)


def without_paths(report):
    """The package has files of its own."""
    if isinstance(report, dict):
        return {key: without_paths(value) for key, value in report.items() if key != "path"}
    return report


def test_what_there_is_is_the_programs(tmp_path, monkeypatch):
    for words, options in ((["carpet", "--r", "4"], {"r": 4}), (["triangle"], {}),
                           (["carpet", "--program", "ising", "--set", "T=1.5"], {"program": "ising", "set": {"T": 1.5}})):
        assert without_paths(nbbgen.info(words[0], **options)) == without_paths(json.loads(program("info", *words, "--json")[1]))
    for words in (["carpet", "--r", "4", "--ranks", "2"], ["simplex", "--m", "3"]):
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
