#!/usr/bin/env python3
"""studies.py STUDY [--data FILE] [--out FILE.svg] - draws a study of docs/studies.md from rows of tests/device/studies.sh.

STUDY is gasket, carpet, carpet12, cube32, relaxation, percolation or glass; the rows are those of an H100 that come with
nbbgen, unless given. A line of output compares: "NAME FOUND +- ERROR known VALUE". The standard library alone.
"""
import argparse
import cmath
import csv
import itertools
import math
import pathlib
import random
import statistics
import sys

import plot

ROWS = pathlib.Path(__file__).resolve().parent.parent / "docs/studies"


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def read(path):
    """Rows of single values: one of lists is as many as they are long."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    lists = [{name: [number(word) for word in text.split()] for name, text in row.items()} for row in rows]
    return [{name: values[i] if len(values) > 1 else values[0] for name, values in row.items()}
            for row in lists for i in range(max(map(len, row.values())))]


def groups(rows, *names):
    """Rows in lists, by the values of these columns, in the order of the first of each."""
    found = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def compare(name, found, error, known=None):
    print(f"{name} {found:.7g} +- {error:.2g}" + ("" if known is None else f" known {known:.7g}"))


def marks(panel, name, points):
    """Points (x, y, error) of a panel."""
    panel.add(name, [(x, y) for x, y, _ in points], [error for _, _, error in points], line=False)


def polynomial(points, degree):
    """Coefficients of the polynomial nearest to points (x, y, error), and x's middle, from which it counts."""
    middle = statistics.fmean(x for x, _, _ in points)
    sums = [sum((x - middle) ** i / error ** 2 for x, _, error in points) for i in range(2 * degree + 1)]
    right = [sum((x - middle) ** i * y / error ** 2 for x, y, error in points) for i in range(degree + 1)]
    return solved([sums[i:i + degree + 1] + [right[i]] for i in range(degree + 1)]), middle


def solved(rows):
    """The solution of linear equations: each row is its coefficients and its right side."""
    for i in range(len(rows)):
        largest = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[largest] = rows[largest], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(len(rows)):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i])]
    return [row[-1] for row in rows]


def value(fit, x):
    return sum(coefficient * (x - fit[1]) ** i for i, coefficient in enumerate(fit[0]))


def root(function, low, high):
    """Where it changes its sign, by halves; not a number where it does not."""
    if function(low) * function(high) > 0:
        return math.nan
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if function(low) * function(middle) > 0 else (low, middle)
    return (low + high) / 2


def resampled(estimate, curves, times=200):
    """What is estimated of curves of (x, y, error), and its errors: its spread where each y is drawn anew within its error. They
    are 0 where a twentieth of these say nothing."""
    draw = random.Random(1)
    estimates = [estimate(*[[(x, draw.gauss(y, error), error) for x, y, error in curve] for curve in curves])
                 for _ in range(times)]
    known = [each for each in estimates if not math.isnan(sum(each))]
    if 20 * len(known) < 19 * times:
        known = [[0] * len(estimates[0])]
    return [(found, statistics.pstdev(each)) for found, each in zip(estimate(*curves), zip(*known))]


# Ising on the gasket with triangular or Moore neighbours, exactly: level after level the partition function for each choice of the
# spins that the next level's cells touch: the corners above, left and right, and the cells beside and over the left one.

def gasket_energy(r, coupling, is_moore):
    """-d ln Z / d K a cell, by an imaginary step that is far below the last digit."""
    step = 1e-30
    return -log_z(r, coupling + step * 1j, is_moore).imag / step / 3 ** r


SPINS = (1, -1)


def log_z(r, coupling, is_moore):
    """The logarithm of the partition function at a complex K. table[above, left, right, beside, over] is that of a level."""
    weight = {s: cmath.exp(coupling * s) for s in SPINS}
    more = {s: cmath.exp(coupling * s) if is_moore else 1 for s in SPINS}
    table, scale = smallest(coupling, is_moore), 0
    for _ in range(2, r):
        upper = dict.fromkeys(itertools.product(SPINS, repeat=3), 0)   # of above, right, and the top of the one below
        lower = dict.fromkeys(itertools.product(SPINS, repeat=3), 0)   # of above, right, and the corner of the one to the left
        for (a, l, b, beside, over), z in table.items():
            for s in SPINS:
                upper[a, b, s] += z * weight[s * l] * more[s * beside]
                lower[a, b, s] += z * weight[s * l] * more[s * over]
        right = {(b, c, e): sum(weight[b * d] * lower[d, c, e] for d in SPINS) for b, c, e in itertools.product(SPINS, repeat=3)}
        both = {(a, s, c, e): sum(upper[a, b, s] * right[b, c, e] for b in SPINS) for a, s, c, e in itertools.product(SPINS, repeat=4)}
        table = {(a, l, c, beside, over): sum(both[a, s, c, e] * table[s, l, e, beside, over] for s in SPINS for e in SPINS)
                 for a, l, c, beside, over in itertools.product(SPINS, repeat=5)}
        largest = max(table.values(), key=abs)
        scale = 3 * scale + cmath.log(largest)
        table = {spins: z / largest for spins, z in table.items()}
    return scale + cmath.log(sum(table.values()))


def smallest(coupling, is_moore):
    """The table of level 2, of nine cells, by all their states."""
    cells = [(x, y) for y in range(4) for x in range(y + 1) if x & ~y == 0]
    steps = ((1, 0), (0, 1), (1, 1)) + (((1, -1),) if is_moore else ())
    pairs = [(i, cells.index((x + dx, y + dy))) for i, (x, y) in enumerate(cells) for dx, dy in steps if (x + dx, y + dy) in cells]
    kept = [cells.index(cell) for cell in ((0, 0), (0, 3), (3, 3), (1, 3), (0, 2))]
    table = dict.fromkeys(itertools.product(SPINS, repeat=5), 0)
    for spins in itertools.product(SPINS, repeat=9):
        table[tuple(spins[i] for i in kept)] += cmath.exp(coupling * sum(spins[i] * spins[j] for i, j in pairs))
    return table


def gasket(rows):
    energies = plot.Panel("Ising on the gasket: energy a cell", "K = J / T", "")
    panels = [energies]
    for (neighbours, way, r), curve in groups(rows, "neighbours", "way", "r").items():
        found = [(1 / row["T"], row["energy.mean"] / 3 ** r, row["energy.error"] / 3 ** r) for row in curve]
        exact = [gasket_energy(int(r), K, neighbours == "moore") for K, _, _ in found]
        if way == "exchange":
            energies.add(f"{neighbours}, exact", [(K, known) for (K, _, _), known in zip(found, exact)])
            marks(energies, f"{neighbours}, by exchange", found)
            panels.append(plot.Panel(f"{neighbours}: energy above the exact one", "K = J / T", ""))
        marks(panels[-1], way, [(K, e - known, error) for (K, e, error), known in zip(found, exact)])
        compared = [point for point in zip(found, exact) if abs(10 * point[0][0] - round(10 * point[0][0])) < 1e-6]
        for (K, e, error), known in compared if way == "exchange" else ():
            compare(f"{neighbours}[K={K:.1f}]", e, error, known)
        off = [abs(e - known) / max(error, 1e-9) for (_, e, error), known in compared]
        print(f"{neighbours}, {way}, r = {r:.0f}: {sum(each < 3 for each in off)} of {len(off)} within 3 errors,"
              f" at most {max(off):.1f}")
    return panels


# Ising where it orders: Binder's cumulants of two levels cross.

ORDERS = {  # the temperature, the cells and the side of a level [arXiv 1904.10645, 1509.05596, 2506.17053]
    "carpet": (1.4783, 8, 3), "carpet12": (1.317, 12, 4), "cube32": (2.65231, 32, 4)}


def cumulant(samples, without=None):
    """Of (m^2, m^4) of seeds, all or without one."""
    second, fourth = ([seed[i] for k, seed in enumerate(samples) if k != without] for i in (0, 1))
    return 1 - statistics.fmean(fourth) / (3 * statistics.fmean(second) ** 2)


def jackknife(without):
    """The error of what is estimated of seeds: by what it is without each of them."""
    return math.sqrt((len(without) - 1) * statistics.pvariance(without))


class Level:
    """Cumulants of a level by temperature with their errors; where rows are by seed, also without one seed at a time."""

    def __init__(self, rows):
        sets = groups(rows, "T")
        self.temperatures, self.without = [T for T, in sets], []
        if "U.mean" in rows[0]:
            self.all, self.errors, self.order = ([row[name] for row in rows] for name in ("U.mean", "U.error", "m1.mean"))
            return
        samples = [[(row["m2"], row["m4"]) for row in each] for each in sets.values()]
        seeds = range(len(samples[0]))
        self.all = [cumulant(each) for each in samples]
        self.without = [[cumulant(each, seed) for each in samples] for seed in seeds]
        self.errors = [jackknife(list(each)) for each in zip(*self.without)]
        self.order = [statistics.fmean(row["m1"] for row in each) for each in sets.values()]


def crossing(small, large):
    """Where the larger level's cumulant falls below the smaller one's, and the power of slopes there, each with its error: by
    the jackknife over seeds, or of independent points by theirs."""
    above = [b - a for a, b in zip(small.all, large.all)]
    at = max(range(len(above)), key=lambda i: sum(d > 0 for d in above[:i]) + sum(d < 0 for d in above[i:]))
    window = slice(max(at - 12, 0), at + 12)
    weights = [math.hypot(*pair) for pair in zip(small.errors, large.errors)]

    def estimate(*curves):
        fits = [polynomial(list(zip(small.temperatures, curve, weights))[window], 3) for curve in curves]
        low, high = small.temperatures[window][0], small.temperatures[window][-1]
        T = root(lambda T: value(fits[1], T) - value(fits[0], T), low, high)
        step = (high - low) / 8
        slopes = [value(fit, T + step) - value(fit, T - step) for fit in fits]
        return T, math.log(slopes[1] / slopes[0]) if slopes[0] * slopes[1] > 0 else math.nan

    if not small.without:
        return resampled(lambda *curves: estimate(*[[y for _, y, _ in curve] for curve in curves]),
                         [list(zip(level.temperatures, level.all, level.errors)) for level in (small, large)])
    parts = ([estimate(curve, large.all) for curve in small.without], [estimate(small.all, curve) for curve in large.without])
    return [(found, math.hypot(*[jackknife([each[i] for each in part]) for part in parts]))
            for i, found in enumerate(estimate(small.all, large.all))]


def binder(rows):
    shown = plot.Panel("Binder's cumulant, 1 - <m^4> / (3 <m^2>^2)", "temperature, T / J", "")
    order = plot.Panel("magnetisation, <|m|>", "temperature, T / J", "")
    known, cells, side = ORDERS[rows[0]["fractal"]]
    before = None
    for (r,), level in groups(rows, "r").items():
        name, now = f"r = {r:.0f}", Level(level)
        marks(shown, name, list(zip(now.temperatures, now.all, now.errors)))
        marks(order, name, [(T, m / cells ** r, 0) for T, m in zip(now.temperatures, now.order)])
        if before:
            (T, error), (power, spread) = crossing(before, now)
            compare(f"Tc[r={r - 1:.0f},{r:.0f}]", T, error, known)
            compare(f"1/nu[r={r - 1:.0f},{r:.0f}]", power / math.log(side), spread / math.log(side))
        before = now
    return [shown, order]


# What decays from order, by a power of time at the threshold: on one side of it the power grows in time, on the other it falls. So
# the threshold is where the power of a decade is that of the decade before. A carpet's levels make waves in time, from one level to
# the next about a decade long, which so cancel out for the most part.

THRESHOLDS = {  # where they are known, and the power [Jensen 1999; arXiv 1904.10645]
    ("line", "p"): (0.644700185, 0.159464), ("carpet", "p"): (None, None), ("carpet", "T"): (1.4783, None)}


def threshold(bends, powers):
    """Where no bend is left, and the power there."""
    bend, power = polynomial(bends, 2), polynomial(powers, 2)
    at = root(lambda x: value(bend, x), bends[0][0], bends[-1][0])
    return at, value(power, at)


def decade(rows, parameter):
    """The threshold and the power by the rows of a step that bend little, each with its error; None where they do not say."""
    near = [row for row in rows if row["bend.error"] > 0 and row["mean"] > 0 and abs(row["bend"]) < 0.15]
    if len(near) < 4:
        return None
    curves = [[(row[parameter], row[name], row[f"{name}.error"]) for row in near] for name in ("bend", "power")]
    found = resampled(threshold, curves)
    return found if found[0][1] > 0 else None


def decay(rows):
    domain, parameter = rows[0]["fractal"], "T" if "T" in rows[0] else "p"
    known, known_power = THRESHOLDS[domain, parameter]
    fall = plot.Panel(f"from order, at the {parameter} nearest the last threshold", "steps", "", logarithmic=True)
    moves = plot.Panel(f"where a power stays: {parameter}", "logarithm of steps", "")
    powers = plot.Panel("the power there", "logarithm of steps", "")
    for (r,), level in groups(rows, "r").items():
        found = [(step, decade(curve, parameter)) for (step,), curve in groups(level, "step").items()]
        found = [(step, *each) for step, each in found if each and step >= 100]
        if not found:
            continue  # all cells fell before
        for step, at, power in found:
            compare(f"{parameter}[r={r:.0f},t={step:.0f}]", *at, known)
            compare(f"power[r={r:.0f},t={step:.0f}]", *power, known_power)
        name = f"r = {r:.0f}"
        marks(moves, name, [(math.log10(step), *at) for step, at, _ in found])
        marks(powers, name, [(math.log10(step), *power) for step, _, power in found])
        nearest = min(level, key=lambda row: abs(row[parameter] - found[-1][1][0]))[parameter]
        fall.add(name, [(row["step"], row["mean"]) for row in level if row[parameter] == nearest])
    return [fall, moves, powers]


# A spin glass on the carpet, in pairs of replicas. Where exp(2 / T) is p / (1 - p) its energy is known [Nishimori 1981].

def bonds(r):
    """Pairs of neighbours on the carpet: those within its parts, and those along the eight sides where two parts meet."""
    return 0 if r == 0 else 8 * bonds(r - 1) + 8 * 3 ** (r - 1)


def settled(few, many):
    """Those of the longer run that the shorter one agrees with to two errors, down to the first temperature where it does not."""
    return list(itertools.takewhile(lambda row: abs(row["q2.mean"] - few[row["T"]]["q2.mean"]) < 2 * row["q2.error"],
                                    sorted(many, key=lambda row: -row["T"])))


def glass(rows):
    shown = plot.Panel("cumulant of the overlap, 3/2 - [<q^4>] / (2 [<q^2>]^2)", "temperature, T / J", "")
    order = plot.Panel("susceptibility, [<q^2>] / N", "temperature, T / J", "")
    for (r, p), runs in groups(rows, "r", "p").items():
        few, *many = groups(runs, "steps").values()
        curve = settled({row["T"]: row for row in few}, many[0]) if many else few
        if many:
            print(f"r = {r:.0f}, p = {p}: {few[0]['steps']:.0f} and {many[0][0]['steps']:.0f} steps agree from T = {curve[-1]['T']:.3g} on")
        for row in curve:
            if abs(math.exp(2 / row["T"]) * (1 - p) / p - 1) < 1e-6:
                found = [row[f"energy.{part}"] / 2 / bonds(int(r)) for part in ("mean", "error")]
                compare(f"energy[r={r:.0f},p={p},T={row['T']:.4f}]", *found, 1 - 2 * p)
        if many or len(groups(rows, "steps")) == 1:
            for panel, column, scale in ((shown, "g", 1), (order, "q2", 8 ** r)):
                marks(panel, f"r = {r:.0f}, p = {p}",
                      [(row["T"], row[f"{column}.mean"] / scale, row[f"{column}.error"] / scale) for row in curve])
    return [shown, order]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--data", help="rows of tests/device/studies.sh")
    parser.add_argument("--out", help="the picture (STUDY.svg)")
    given = parser.parse_args()
    rows = read(given.data or ROWS / f"study_{given.study}.csv")
    plot.write(given.out or f"{given.study}.svg", f"examples/studies.py {' '.join(sys.argv[1:])}", STUDIES[given.study](rows))


STUDIES = {"gasket": gasket, "carpet": binder, "carpet12": binder, "cube32": binder, "relaxation": decay,
           "percolation": decay, "glass": glass}

if __name__ == "__main__":
    main()
