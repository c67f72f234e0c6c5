#!/usr/bin/env python3
"""mutants.py - plants the faults of list.txt one by one and asks the test that should meet each.

    tests/mutants/mutants.py [-j COPIES] [--minutes MOST] [--record] [PATTERN...]
    tests/mutants/mutants.py --check

In list.txt a line "== FILE" begins a file's faults, "-- TEST" those that the test should meet, "# " a comment, and "OLD ==> NEW" is one: OLD,
found once in the file, becomes NEW (\\n is an end of line). TEST is a unit test, or a suite or matrix_FRACTAL with what its
NBB_ONLY is: "programs check_init". Each is planted in a scratch copy of the checkout (build/mutants), which is built as far as the test needs.
Tests pass first without faults. An OLD that is not found once, or a fault that does not compile, is an error of the list.
PATTERN is a part of such a line; --record writes output.txt. A run that was cut, or began no more faults after so many minutes, goes on
where the program is the same: build/mutants/found.json has what it found. --check plants nothing: it only finds each OLD.
$NBB_COMMIT is the commit, where the tree was copied without its checkout."""
import argparse
import concurrent.futures
import hashlib
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
TOOLS = ["nbbgen", "tests/nbb_jsonget", "tests/nbb_matrix", "tests/nbb_programs", "tests/nbb_exact", "tests/nbb_shards", "tests/nbb_transfer",
         "tests/libnbb_faults.so", "tests/libnbb_fake_driver.so", "tests/test_copies", "nbbgen_mpi.so"]
PATIENCE = float(os.environ.get("NBB_PATIENCE", "4"))  # a test may take so many times what it took without a fault, and 20 s


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout.strip()


def sources():
    """The names of all files of the tree, from its top."""
    if (ROOT / ".git").exists():
        return git("ls-files").splitlines()
    paths = (path for top in ROOT.glob("*") if top.name != "build" for path in [top, *top.rglob("*")])
    return [str(path.relative_to(ROOT)) for path in paths if path.is_file()]


def state_of(names):
    """What the program is, as a word."""
    found = hashlib.sha256()
    for name in sorted(names):
        if name.startswith(("gen/", "runtime/", "library/", "cli/", "templates/")):
            found.update(name.encode() + (ROOT / name).read_bytes())
    return found.hexdigest()


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

    def __init__(self, number, names, processors):
        self.root = SCRATCH / str(number)
        self.build = self.root / "build/dev"
        self.processors = max(1, processors)
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
        threads = os.environ.get("OMP_NUM_THREADS", str(max(2, self.processors)))
        self.environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS=threads, NBBGEN=str(self.build / "nbbgen"), NBB_BUILD_DIR=str(self.build),
                                NBB_SOURCE_DIR=str(self.root), XDG_CACHE_HOME=str(self.root / "build/cache"),
                                NBB_PYTHON=str(ROOT / "build/python/bin/python"))
        for tool in TOOLS[1:]:
            name = "NBB_" + Path(tool).stem.replace("libnbb_", "").replace("nbb_", "").upper()
            self.environment[name] = str(self.build / tool)

    def must(self, *words):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, words))}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")

    def make(self, test):
        targets = ["nbb_suites"] if test == "python" else TOOLS
        if test.startswith("test_"):
            targets = [f"tests/{test}"] if (ROOT / f"tests/library/{test}.c").exists() else ["nbb_unit", "nbb_once"]
        done = subprocess.run(["ninja", "-C", self.build, "-j", str(self.processors), *targets], capture_output=True, text=True)
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
        folder = folders.setdefault("/".join(row[0].split("/")[:-1][:2]), [0, 0, 0.0])
        folder[0] += 1
        folder[1] += what == "caught"
        folder[2] += seconds
        if what != "caught":
            yield f"{what:7} {seconds:6.1f} s  {row[1]:30} {row[0]}: {row[2]} ==> {row[3]}".replace("\n", "\\n")
    yield ""
    for name, (count, caught, seconds) in [*sorted(folders.items()), ("all", [sum(c) for c in zip(*folders.values())])]:
        yield f"{name:22} {caught:4} of {count:4} caught, {seconds / 60:6.1f} minutes"


def check(rows):
    """Says which OLD are not found once; how many these are."""
    stale = [row for row in rows if (ROOT / row[0]).read_text().count(row[2]) != 1]
    for file, _, old, _ in stale:
        print(f"{file}: found not once: {old!r}")
    print(f"{len(rows) - len(stale)} of {len(rows)} planted faults are found once")
    return len(stale)


def asked():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("pattern", nargs="*")
    return parser.parse_args()


def plant_all(rows, found, keep, options):
    """Adds to found what became of each fault, and keeps it, those first whose tests take longest."""
    names, end, copies = sources(), time.time() + 60 * options.minutes, queue.Queue()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for copy in pool.map(lambda number: Copy(number, names, os.cpu_count() // options.jobs), range(options.jobs)):
            copies.put(copy)
        tests = sorted({row[1] for row in rows}, key=lambda test: test.startswith("test_"))
        took = dict(zip(tests, pool.map(lambda test: first_without(copies, test), tests)))
        limits = {test: PATIENCE * seconds + 20 for test, seconds in took.items() if seconds is not None}
        rows = sorted(rows, key=lambda row: -limits.get(row[1], 0))
        for row, result in zip(rows, pool.map(lambda row: ask(copies, row, limits) if time.time() < end else None, rows)):
            if result:
                found[json.dumps(row)] = result
                print(f"{result[0]} {result[1]:.1f} s {row[1]} {row[0]}: {row[2]!r} ==> {row[3]!r}", flush=True)
                keep(found)


def main():
    options = asked()
    rows = [row for row in read_list() if not options.pattern or any(part in " ".join(row) for part in options.pattern)]
    if not rows:
        sys.exit(f"mutants.py: no fault of list.txt has {' or '.join(options.pattern)}")
    if options.check:
        sys.exit(check(rows) > 0)
    state, kept = state_of(sources()), SCRATCH / "found.json"
    found = json.loads(kept.read_text()) if kept.exists() else {}
    found = found["rows"] if found.get("state") == state else {}
    wanted = [row for row in rows if found.get(json.dumps(row), ["missed"])[0] != "caught"]
    if wanted:
        plant_all(wanted, found, lambda found: kept.write_text(json.dumps({"state": state, "rows": found})), options)
    left = [row for row in rows if json.dumps(row) not in found]
    rows = [row for row in rows if json.dumps(row) in found]
    lines = list(table(rows, found))
    bad = [row for row in rows if found[json.dumps(row)][0] not in ("caught", "missed")]
    if options.record and not bad and not left:
        commit = os.environ.get("NBB_COMMIT") or git("rev-parse", "HEAD")
        head = f"# tests/mutants/mutants.py --record, commit {commit}, {options.jobs} at a time\n"
        (HERE / "output.txt").write_text(head + "\n".join(lines) + "\n")
    print("\n".join(lines[lines.index(""):]))
    if left:
        print(f"{len(left)} are left for the next call")
    caught = sum(found[json.dumps(row)][0] == "caught" for row in rows)
    sys.exit(1 if bad or left or caught < 0.97 * len(rows) else 0)


main()
