#!/usr/bin/env python3
"""mutants.py - plants the faults of list.txt one by one and asks the test that should meet each.

    tests/mutants/mutants.py [-j COPIES] [--record] [PATTERN...]

In list.txt a line "== FILE" begins a file's faults, "-- TEST" those that the test should meet, "# " a comment, and "OLD ==> NEW" is one: OLD,
found once in the file, becomes NEW (\\n is an end of line). TEST is a unit test, or a suite or matrix_FRACTAL with what its
NBB_ONLY is: "programs check_init". Each is planted in a scratch copy of the checkout (build/mutants), which is built as far as the test needs.
Tests pass first without faults. An OLD that is not found once, or a fault that does not compile, is an error of the list.
PATTERN is a part of such a line; --record writes output.txt. A run that was cut goes on where the program is the same."""
import argparse
import concurrent.futures
import json
import os
import queue
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCRATCH = ROOT / "build/mutants"
TOOLS = ["nbbgen", "tests/nbb_jsonget", "tests/nbb_matrix", "tests/nbb_programs", "tests/nbb_shards", "tests/nbb_transfer",
         "tests/libnbb_faults.so", "tests/libnbb_fake_driver.so", "tests/test_copies"]
PATIENCE = float(os.environ.get("NBB_PATIENCE", "4"))  # a test may take so many times what it took without a fault, and 20 s


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout


def read_list():
    """(file, test, old, new) of each line."""
    file = test = None
    for line in (HERE / "list.txt").read_text().splitlines():
        if line.startswith("== "):
            file, test = line[3:], None
        elif line.startswith("-- "):
            test = line[3:]
        elif line and not line.startswith("# "):
            old, new = (part.replace("\\n", "\n") for part in line.split(" ==> "))
            yield file, test, old, new


class Copy:
    """A checkout with a build of its own."""

    def __init__(self, number):
        self.root = SCRATCH / str(number)
        self.build = self.root / "build/dev"
        names = git("ls-files").splitlines()
        for stale in {str(path.relative_to(self.root)) for top in self.root.glob("*") if top.name != "build"
                      for path in [top, *top.rglob("*")] if path.is_file()} - set(names):
            (self.root / stale).unlink()
        for name in names:
            text, into = (ROOT / name).read_bytes(), self.root / name
            if not into.exists() or into.read_bytes() != text:
                into.parent.mkdir(parents=True, exist_ok=True)
                into.write_bytes(text)
                into.chmod((ROOT / name).stat().st_mode)
        if not (self.build / "build.ninja").exists():
            self.must("cmake", "-S", self.root, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                      "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DBUILD_TESTING=ON")
        self.environment = dict(os.environ, OMP_WAIT_POLICY="passive", NBBGEN=str(self.build / "nbbgen"), NBB_BUILD_DIR=str(self.build),
                                NBB_SOURCE_DIR=str(self.root), XDG_CACHE_HOME=str(self.root / "build/cache"))
        for tool in TOOLS[1:]:
            name = "NBB_" + Path(tool).stem.replace("libnbb_", "").replace("nbb_", "").upper()
            self.environment[name] = str(self.build / tool)

    def must(self, *words):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, words))}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")

    def make(self, test):
        targets = TOOLS
        if test.startswith("test_"):
            targets = [f"tests/{test}"] if (ROOT / f"tests/library/{test}.c").exists() else ["nbb_unit"]
        done = subprocess.run(["ninja", "-C", self.build, *targets], capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stdout[-2000:]

    def passes(self, test, limit):
        """Whether the test passes in that time."""
        name, _, only = test.partition(" ")
        words = ["bash", self.root / f"tests/suites/{name}.sh"]
        environment = dict(self.environment, **({"NBB_ONLY": only} if only else {}))
        if name.startswith("test_"):
            words = [self.build / "tests" / name]
        elif name.startswith("matrix_"):
            words = [self.build / "tests/nbb_matrix", "run", "cpu", name.partition("_")[2]]
            environment["CC"] = str(self.root / "tests/tools/cc_light")
        run = subprocess.Popen(words, env=environment, cwd=self.build / "tests", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
        try:
            return run.wait(timeout=limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            run.wait()
            return False

    def plant(self, file, test, old, new, limit):
        """What became of the fault, and how long that took."""
        path, begin = self.root / file, time.time()
        text = path.read_text()
        if text.count(old) != 1:
            return f"stale: found {text.count(old)} times", 0
        path.write_text(text.replace(old, new))
        try:
            why = self.make(test.partition(" ")[0])
            if why:
                return "does not compile: " + re.sub(r"\s+", " ", why[-300:]), 0
            return "missed" if self.passes(test, limit) else "caught", time.time() - begin
        finally:
            path.write_text(text)


def ask(copies, mutant, limits):
    if mutant[1] not in limits:
        return "its test fails without faults", 0
    copy = copies.get()
    try:
        return copy.plant(*mutant, limits[mutant[1]])
    finally:
        copies.put(copy)


def first_without(copies, test):
    """How long the test takes without faults; None where it fails."""
    copy = copies.get()
    try:
        why, begin = copy.make(test.partition(" ")[0]), time.time()
        return time.time() - begin if not why and copy.passes(test, 300) else None
    finally:
        copies.put(copy)


def table(rows, found):
    """The lines of output.txt: the faults that are not caught, and how many of each folder are."""
    folders = {}
    for row in rows:
        what, seconds = found[json.dumps(row)]
        folder = folders.setdefault("/".join(row[0].split("/")[:2]), [0, 0, 0.0])
        folder[0] += 1
        folder[1] += what == "caught"
        folder[2] += seconds
        if what != "caught":
            yield f"{what:7} {seconds:6.1f} s  {row[1]:30} {row[0]}: {row[2]} ==> {row[3]}".replace("\n", "\\n")
    yield ""
    for name, (count, caught, seconds) in [*sorted(folders.items()), ("all", [sum(c) for c in zip(*folders.values())])]:
        yield f"{name:22} {caught:4} of {count:4} caught, {seconds / 60:6.1f} minutes"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--record", action="store_true")
    parser.add_argument("pattern", nargs="*")
    options = parser.parse_args()
    rows = [row for row in read_list() if not options.pattern or any(part in " ".join(row) for part in options.pattern)]
    state = git("rev-parse", *(f"HEAD:{folder}" for folder in ("gen", "runtime", "library", "cli", "templates")))
    kept = SCRATCH / "found.json"
    found = json.loads(kept.read_text()) if kept.exists() else {}
    found = found["rows"] if found.get("state") == state else {}
    copies = queue.Queue()
    for number in range(options.j):
        copies.put(Copy(number))
    left = [row for row in rows if found.get(json.dumps(row), ["missed"])[0] != "caught"]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        tests = sorted({row[1] for row in left})
        took = dict(zip(tests, pool.map(lambda test: first_without(copies, test), tests)))
        limits = {test: PATIENCE * seconds + 20 for test, seconds in took.items() if seconds is not None}
        for row, result in zip(left, pool.map(lambda row: ask(copies, row, limits), left)):
            found[json.dumps(row)] = result
            print(f"{result[0]} {result[1]:.1f} s {row[1]} {row[0]}: {row[2]!r} ==> {row[3]!r}", flush=True)
            kept.write_text(json.dumps({"state": state, "rows": found}))
    lines = list(table(rows, found))
    bad = [row for row in rows if found[json.dumps(row)][0] not in ("caught", "missed")]
    if options.record and not bad:
        head = f"# tests/mutants/mutants.py --record, commit {git('rev-parse', 'HEAD').strip()}, {options.j} at a time\n"
        (HERE / "output.txt").write_text(head + "\n".join(lines) + "\n")
    print("\n".join(lines[lines.index(""):]))
    caught = sum(found[json.dumps(row)][0] == "caught" for row in rows)
    sys.exit(1 if bad or caught < 0.97 * len(rows) else 0)


main()
