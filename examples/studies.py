#!/usr/bin/env python3
"""studies.py STUDY [--data FILE] [--out FILE.svg] - draws a study of docs/studies.md from rows that tests/device/studies.sh wrote.

STUDY is gasket, carpet, carpet12, cube32, relaxation, percolation or glass; the rows are those of an H100 that come with nbbgen, unless
given. A line of output compares: "NAME FOUND +- ERROR known VALUE". The standard library alone.
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

ROWS = pathlib.Path(__file__).resolve().parent.parent / "tests/device/h100"


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{name: number(value) for name, value in row.items()} for row in rows]


def groups(rows, *names):
    """Rows in lists, by the values of these columns, in the order of the first of each."""
    found = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def compare(name, found, error, known=None):
    print(f"{name} {found:.7g} +- {error:.2g}" + ("" if known is None else f" known {known:.7g}"))


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
    estimates = [estimate(*[[(x, draw.gauss(y, error), error) for x, y, error in curve] for curve in curves]) for _ in range(times)]
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
        cells = 3 ** r
        points = []
        for row in curve:
            exact = gasket_energy(int(r), 1 / row["T"], neighbours == "moore")
            points.append((1 / row["T"], row["energy.mean"] / cells, row["energy.error"] / cells, exact))
        if way == "exchange":
            energies.add(f"{neighbours}, exact", [(K, exact) for K, _, _, exact in points])
            energies.add(f"{neighbours}, by exchange", [(K, e) for K, e, _, _ in points], [error for _, _, error, _ in points], line=False)
            panels.append(plot.Panel(f"{neighbours}: energy above the exact one", "K = J / T", ""))
        panels[-1].add(way, [(K, e - exact) for K, e, _, exact in points], [error for _, _, error, _ in points], line=False)
        shown = [point for point in points if abs(10 * point[0] - round(10 * point[0])) < 1e-6]
        for K, e, error, exact in shown:
            if way == "exchange":
                compare(f"{neighbours}[K={K:.1f}]", e, error, exact)
        off = [abs(e - exact) / max(error, 1e-9) for _, e, error, exact in shown]
        print(f"{neighbours}, {way}, r = {r:.0f}: {sum(each < 3 for each in off)} of {len(off)} within 3 errors, at most {max(off):.1f}")
    return panels


# Ising where it orders: Binder's cumulants of two levels cross.

ORDERS = {  # the temperature, the cells and the side of a level [arXiv 1904.10645, 1509.05596, 2506.17053]
    "carpet": (1.4783, 8, 3), "carpet12": (1.317, 12, 4), "cube32": (2.65231, 32, 4)}


def cumulant(samples, without=None):
    """Of (m^2, m^4) of seeds, all or without one."""
    second, fourth = ([seed[i] for k, seed in enumerate(samples) if k != without] for i in (0, 1))
    return 1 - statistics.fmean(fourth) / (3 * statistics.fmean(second) ** 2)


def jackknife(estimate, seeds):
    """The error of what is estimated of seeds: by what it is without one of them."""
    return math.sqrt((seeds - 1) * statistics.pvariance([estimate(seed) for seed in range(seeds)]))


def crossing(small, large, temperatures, weights, at=None):
    """Where the larger level's cumulant falls below the smaller one's, about `at`, and the ratio of their slopes there."""
    above = [b - a for a, b in zip(small, large)]
    if at is None:  # where most signs agree
        at = max(range(len(above)), key=lambda i: sum(d > 0 for d in above[:i]) + sum(d < 0 for d in above[i:]))
    window = range(max(at - 12, 0), min(at + 12, len(above)))
    fits = [polynomial([(temperatures[i], level[i], weights[i]) for i in window], 3) for level in (small, large)]
    T = root(lambda T: value(fits[1], T) - value(fits[0], T), temperatures[window[0]], temperatures[window[-1]])
    step = (temperatures[window[-1]] - temperatures[window[0]]) / 8
    slopes = [value(fit, T + step) - value(fit, T - step) for fit in fits]
    return T, slopes[1] / slopes[0], at


def binder(rows):
    shown = plot.Panel("Binder's cumulant, 1 - <m^4> / (3 <m^2>^2)", "temperature, T / J", "")
    order = plot.Panel("magnetisation, <|m|>", "temperature, T / J", "")
    known, cells, side = ORDERS[rows[0]["fractal"]]
    before = None
    for (r,), level in groups(rows, "r").items():
        sets = groups(level, "T")
        temperatures, seeds = [T for T, in sets], len(next(iter(sets.values())))
        samples = [[(row["m2"], row["m4"]) for row in each] for each in sets.values()]
        errors = [jackknife(lambda seed, of=of: cumulant(of, seed), seeds) for of in samples]
        curves = [[cumulant(of, seed) for of in samples] for seed in (*range(seeds), None)]
        shown.add(f"r = {r:.0f}", list(zip(temperatures, curves[-1])), errors, line=False)
        order.add(f"r = {r:.0f}", [(T, statistics.fmean(row["m1"] for row in each) / cells ** r) for (T,), each in sets.items()], line=False)
        if before:
            weights = [math.hypot(*pair) for pair in zip(errors, before[1])]
            T, ratio, at = crossing(before[0][-1], curves[-1], temperatures, weights)
            variances = [0, 0]
            for i in (0, 1):
                for estimate, n in ((lambda k: crossing(before[0][k], curves[-1], temperatures, weights, at)[i], len(before[0]) - 1),
                                    (lambda k: crossing(before[0][-1], curves[k], temperatures, weights, at)[i], seeds)):
                    variances[i] += jackknife(estimate, n) ** 2
            compare(f"Tc[r={r - 1:.0f},{r:.0f}]", T, math.sqrt(variances[0]), known)
            compare(f"1/nu[r={r - 1:.0f},{r:.0f}]", math.log(ratio) / math.log(side), math.sqrt(variances[1]) / ratio / math.log(side))
        before = curves, errors
    return [shown, order]


# What decays from order, by a power of time at the threshold: on one side of it the power grows in time, on the other it falls. So the
# threshold is where a decade's power is that of the decade before. A decade leaves out most of the waves that a carpet's levels make.

THRESHOLDS = {("line", "p"): (0.644700185, 0.159464), ("carpet", "p"): (None, None), ("carpet", "T"): (1.4783, None)}  # Jensen 1999; HOTRG


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
    moves = plot.Panel(f"where decades' powers agree: {parameter}", "logarithm of steps", "")
    powers = plot.Panel("the power there", "logarithm of steps", "")
    for (r,), level in groups(rows, "r").items():
        found = [(step, decade(curve, parameter)) for (step,), curve in groups(level, "step").items()]
        found = [(step, *each) for step, each in found if each and step >= 100]
        for step, at, power in found:
            compare(f"{parameter}[r={r:.0f},t={step:.0f}]", *at, known)
            compare(f"power[r={r:.0f},t={step:.0f}]", *power, known_power)
        name = f"r = {r:.0f}"
        moves.add(name, [(math.log10(step), at[0]) for step, at, _ in found], [at[1] for _, at, _ in found], line=False)
        powers.add(name, [(math.log10(step), power[0]) for step, _, power in found], [power[1] for _, _, power in found], line=False)
        if found:
            nearest = min(level, key=lambda row: abs(row[parameter] - found[-1][1][0]))[parameter]
            fall.add(name, [(row["step"], row["mean"]) for row in level if row[parameter] == nearest])
    return [fall, moves, powers]


# A spin glass on the carpet, in pairs of replicas. Where exp(2 / T) is p / (1 - p) its energy is known [Nishimori 1981].

def bonds(r):
    """Pairs of neighbours on the carpet: those within its parts, and those along the eight sides where two parts meet."""
    return 0 if r == 0 else 8 * bonds(r - 1) + 8 * 3 ** (r - 1)


def glass(rows):
    cumulant = plot.Panel("cumulant of the overlap, 3/2 - [<q^4>] / (2 [<q^2>]^2)", "temperature, T / J", "")
    order = plot.Panel("susceptibility, [<q^2>] / N", "temperature, T / J", "")
    for (r, p), runs in groups(rows, "r", "p").items():
        name, pairs, cells = f"r = {r:.0f}, p = {p}", bonds(int(r)), 8 ** r
        *shorter, curve = groups(runs, "steps").values()
        for row in curve:
            is_known = abs(math.exp(2 / row["T"]) * (1 - p) / p - 1) < 1e-6
            if is_known or row["T"] == min(row["T"] for row in curve):
                found = [row[f"energy.{part}"] / 2 / pairs for part in ("mean", "error")]
                compare(f"energy[r={r:.0f},p={p},T={row['T']:.4f}]", *found, 1 - 2 * p if is_known else None)
        for other in shorter:
            off = [abs(row["q2.mean"] - few["q2.mean"]) / row["q2.error"] for row, few in zip(curve, other)]
            print(f"{name}: with {other[0]['steps'] / curve[0]['steps']:.2g} of the steps <q^2> is at most {max(off):.1f} errors beside")
        for panel, column, scale in ((cumulant, "g", 1), (order, "q2", cells)):
            points = [(row["T"], row[f"{column}.mean"] / scale) for row in curve]
            panel.add(name, points, [row[f"{column}.error"] / scale for row in curve], line=False)
    return [cumulant, order]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--data", help="rows of tests/device/studies.sh")
    parser.add_argument("--out", help="the picture (STUDY.svg)")
    given = parser.parse_args()
    rows = read(given.data or ROWS / f"study_{given.study}.csv")
    plot.write(given.out or f"{given.study}.svg", f"examples/studies.py {' '.join(sys.argv[1:])}", STUDIES[given.study](rows))


STUDIES = {"gasket": gasket, "carpet": binder, "carpet12": binder, "cube32": binder, "relaxation": decay, "percolation": decay, "glass": glass}

if __name__ == "__main__":
    main()
