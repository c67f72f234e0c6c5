#!/usr/bin/env bash
# numba.sh - cell programs beside the loops of Numba that a user would write, and beside map bb, by one thread: cells a second on the
# carpet at r = 6. Fails where a program is slower than its share of the rate of Numba, which comes from PyPI.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" -q install numba
export OMP_NUM_THREADS=1 NUMBA_NUM_THREADS=1 NBBGEN work
cat >"$work/kuramoto.lua" <<'LUA'
return program {
  state = { th = "f32", w = "f32" }, neighbours = "vonneumann", param = { K = 0.5, dt = 0.1 },
  init = "th = 6.283185307 * uniform(); w = uniform() - 0.5;",
  update = "th += dt * (w + K * sum(sin(th - here.th)));",
}
LUA
cat >"$work/xy.lua" <<'LUA'
return program {
  state = { th = "f32" }, neighbours = "vonneumann", order = "sublattices", param = { T = 0.5 }, init = { th = "6.283185307 * uniform()" },
  update = [[
    real next = th + 2 * uniform() - 1;
    if (chance(exp(sum(cos(next - th) - cos(here.th - th)) / T))) th = next;
  ]],
}
LUA
cat >"$work/bosco.lua" <<'LUA'
return program {
  state = { s = "u1" }, neighbours = box(5), init = { s = "chance(0.45)" },
  update = "int k = count(s == 1) + s; s = k >= 34 && k <= (s ? 58 : 45);",
}
LUA
cat >"$work/loops.py" <<'PYTHON'
import json, math, os, random, subprocess, sys, time
import numpy as np
from numba import njit

# The least share of Numba's rate that each may have.
SHARES = {"kuramoto": 4, "xy": 4, "bosco": 10}
SIDE = 729


def is_cell(x, y):
    while x or y:
        if x % 3 == 1 and y % 3 == 1:
            return False
        x, y = x // 3, y // 3
    return True


CELLS = [(x, y) for y in range(SIDE) for x in range(SIDE) if is_cell(x, y)]
NUMBER = {cell: i for i, cell in enumerate(CELLS)}
NEAR = np.array([[NUMBER.get((x + dx, y + dy), -1) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))] for x, y in CELLS], np.int32)
COLOUR = np.array([(x + y) % 2 for x, y in CELLS], np.int8)


@njit
def kuramoto(th, out, w, near):
    for i in range(len(th)):
        sum = np.float32(0)
        for j in near[i]:
            if j >= 0:
                sum += math.sin(th[j] - th[i])
        out[i] = th[i] + np.float32(0.1) * (w[i] + np.float32(0.5) * sum)


@njit
def xy(th, near, colour):
    for turn in range(2):
        for i in range(len(th)):
            if colour[i] == turn:
                to = th[i] + np.float32(2 * random.random() - 1)
                sum = np.float32(0)
                for j in near[i]:
                    if j >= 0:
                        sum += math.cos(to - th[j]) - math.cos(th[i] - th[j])
                if random.random() < math.exp(sum / np.float32(0.5)):
                    th[i] = to


@njit
def bosco(s, out, cell):
    for y in range(len(s)):
        for x in range(len(s)):
            if cell[y, x]:
                k = 0
                for v in range(max(y - 5, 0), min(y + 6, len(s))):
                    for u in range(max(x - 5, 0), min(x + 6, len(s))):
                        k += s[v, u]
                out[y, x] = k >= 34 and k <= (58 if s[y, x] else 45)


def rate_of(step, times=5):
    step()  # compiles
    best = math.inf
    for _ in range(times):
        begin = time.perf_counter()
        step()
        best = min(best, time.perf_counter() - begin)
    return len(CELLS) / best


def nbbgen(name, *options):
    words = [os.environ["NBBGEN"], "run", "carpet", "--r", "6", "--program", f"{os.environ['work']}/{name}.lua", "--steps", "10",
             "--device", "cpu", "--json", "--quiet", *options]
    run = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    return len(CELLS) / (run["ms_per_step"]["min"] / 1000)


a, b = np.random.rand(2, len(CELLS)).astype(np.float32)
box = np.zeros((2, SIDE, SIDE), np.uint8)
cell = np.zeros((SIDE, SIDE), np.bool_)
for x, y in CELLS:
    cell[y, x], box[0, y, x] = True, random.random() < 0.45
loops = {"kuramoto": lambda: kuramoto(a, b, a, NEAR), "xy": lambda: xy(a, NEAR, COLOUR), "bosco": lambda: bosco(box[0], box[1], cell)}
failed = 0
for name, loop in loops.items():
    numba, lanes, bb = rate_of(loop), nbbgen(name), nbbgen(name, "--map", "bb")
    slow = lanes < SHARES[name] * numba
    failed += slow
    print(f"{name}: nbbgen {lanes:.2e}, map bb {bb:.2e}, Numba {numba:.2e}{' SLOW' if slow else ''}", end="; ")
print(f"{failed} slower than they should be")
sys.exit(failed > 0)
PYTHON
"$work/python/bin/python" "$work/loops.py"
