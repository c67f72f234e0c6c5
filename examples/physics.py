"""physics.py WHAT ... - reads what the examples' runs wrote, compares it with what is known, and draws it.

    energy      --cells N --out SVG SWEEP.csv            Ising on a tree: energy and heat capacity
    order       --cells K --out SVG LEVEL=SWEEP.csv ...  magnetisation, Binder cumulant; K^LEVEL cells
    diffusion   --out SVG FRACTAL=SERIES.csv ...         dimensions fitted to a walk
    avalanches  --r R --out SVG SERIES.csv               the sandpile on the gasket

A line of output compares: "NAME FOUND +- ERROR known VALUE". The standard library alone.
"""
import argparse
import csv
import math
import os

import plot


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{name: float(value) for name, value in row.items()} for row in rows]


def compare(name, found, error, known):
    print(f"{name} {found:.9g} +- {error:.2g} known {known:.9g}")


def slope(points):
    """Of the straight line nearest to the points (x, y)."""
    x, y = (sum(point[i] for point in points) / len(points) for i in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


# Ising on a tree of N cells, J = 1: the sum over its N - 1 edges of what one edge does.

def energy(options):
    edges = options.cells - 1
    rows = read(options.files[0])
    curve = [rows[0]["T"] + (rows[-1]["T"] - rows[0]["T"]) * i / 100 for i in range(101)]
    exact = {"energy": lambda T: -math.tanh(1 / T), "heat": lambda T: 1 / (T * math.cosh(1 / T)) ** 2}
    found = {"energy": [(row["e.mean"] / edges, row["e.error"] / edges) for row in rows],
             "heat": [heat(row, edges) for row in rows]}
    panels = []
    for name, title in (("energy", "energy an edge, E / (N - 1)"), ("heat", "heat capacity an edge, C / (N - 1)")):
        panel = plot.Panel(title, "temperature, T / J", "")
        panel.add("exact", [(T, exact[name](T)) for T in curve])
        panel.add("Metropolis, with errors", [(row["T"], value) for row, (value, _) in zip(rows, found[name])],
                  [error for _, error in found[name]], line=False)
        panels.append(panel)
        for row, (value, error) in zip(rows, found[name]):
            compare(f"{name}[T={row['T']:.4g}]", value, error, exact[name](row["T"]))
    return panels


def heat(row, edges):
    """The heat capacity from the energy's variance, whose error is that of a Gauss distribution."""
    value = row["e.variance"] / row["T"] ** 2 / edges
    return value, value * math.sqrt(2 * 2 * max(row["e.tau"], 0.5) / row["samples"])


# Ising on the carpet: below T of about 1.48 it orders.

def order(options):
    magnetisation = plot.Panel("magnetisation, <|m|>", "temperature, T / J", "")
    binder = plot.Panel("Binder cumulant, 1 - <m^4> / (3 <m^2>^2)", "temperature, T / J", "")
    for level, path in (file.split("=", 1) for file in options.files):
        cells = options.cells ** int(level)
        rows = read(path)
        name = f"r = {level}: {cells} cells"
        magnetisation.add(name, [(row["T"], row["abs(m).mean"] / cells) for row in rows])
        binder.add(name, [(row["T"], cumulant(row)) for row in rows])
        for row in rows:
            print(f"r={level} T={row['T']:.4g} m {row['abs(m).mean'] / cells:.5f} +- "
                  f"{row['abs(m).error'] / cells:.2g} binder {cumulant(row):.5f}")
    return [magnetisation, binder]


def cumulant(row):
    return 1 - row["m^4.mean"] / (3 * row["m^2.mean"] ** 2)


# A walk: home falls as t^(-d_s / 2) and r2 grows as t^(2 / d_w), both with a period of s^d_w in t.

DIFFUSION = {  # d_s, d_w and s^d_w; the carpet's are bounded by numbers alone [Barlow, Bass, Sherwood 1990]
    "sierpinski": (2 * math.log(3) / math.log(5), math.log(5) / math.log(2), 5),
    "vicsek": (2 * math.log(5) / math.log(15), math.log(15) / math.log(3), 15),
    "carpet": (1.8053, 2.0972, 10.01)}


def diffusion(options):
    home = plot.Panel("probability to be at home", "steps", "", logarithmic=True)
    distance = plot.Panel("mean squared distance", "steps", "", logarithmic=True)
    for number, (name, path) in enumerate(file.split("=", 1) for file in options.files):
        rows = [row for row in read(path) if row["step"] > 0]
        d_s, d_w, period = DIFFUSION[name]
        found_s, found_w = (slope(sampled(rows, column, period)) for column in ("home", "r2"))
        compare(f"{name}.d_s", -2 * found_s, 0, d_s)
        compare(f"{name}.d_w", 2 / found_w, 0, d_w)
        print(f"{name}.mass {rows[-1]['mass']:.16g} +- 0 known 1")
        few = thinned(rows)
        home.add(f"{name}: d_s {-2 * found_s:.3f}, known {d_s:.3f}", [(r["step"], r["home"]) for r in few],
                 colour=number)
        distance.add(f"{name}: d_w {2 / found_w:.3f}, known {d_w:.3f}", [(r["step"], r["r2"]) for r in few],
                     colour=number)
    return [home, distance]


def sampled(rows, column, period):
    """Logarithms at even distances over the last two periods, so that the waves of period `period` cancel out."""
    last, points, row = rows[-1]["step"], [], 1
    for i in range(61):
        step = last * period ** (i / 30 - 2)
        while rows[row]["step"] < step and row < len(rows) - 1:
            row += 1
        one, two = rows[row - 1], rows[row]
        share = (step - one["step"]) / (two["step"] - one["step"])
        points.append((math.log(step), math.log(one[column] + share * (two[column] - one[column]))))
    return points


def thinned(rows):
    """Rows whose steps are at least 5% apart."""
    kept = []
    for row in rows:
        if not kept or row["step"] >= 1.05 * kept[-1]["step"]:
            kept.append(row)
    return kept


# The sandpile on the gasket: the mean number of topplings a grain is known, the exponent 1 + ln(9/5) / ln 3 is a
# conjecture [Daerden and Vanderzande 1998].

def avalanches(options):
    rows = read(options.files[0])[1:]
    late = sum(row["toppling"] > 0 for row in rows)
    rows = rows[len(rows) // 5:]  # the first ones make the pile
    grains = sum(row["hits"] for row in rows)
    sizes = [row["size"] for row in rows]
    mean = sum(sizes) / grains
    compare("mean", mean, blocked(sizes) * len(rows) / grains, mean_size(options.r))
    single = [row for row in rows if row["hits"] == 1 and row["size"] > 0]
    print(f"avalanches {len(single)} longer than the period {late}")
    panel = plot.Panel("avalanches of one grain", "size s", "share of them that is at least s", logarithmic=True)
    for name in ("size", "area"):
        tail = tails([row[name] for row in single])
        panel.add(f"{name}: topplings" if name == "size" else f"{name}: cells that toppled", tail)
        inner = [(math.log(s), math.log(p)) for s, p in tail if 1 <= s <= 3 ** (options.r - 1)]
        print(f"{name}.exponent {1 - slope(inner):.3f} conjectured {1 + math.log(9 / 5) / math.log(3):.3f}")
    fall = math.log(9 / 5) / math.log(3)
    panel.add(f"slope of the conjecture, 1 - {1 + fall:.3f}", [(s, s ** -fall) for s in (1, 3 ** options.r)])
    return [panel]


def tails(values):
    """Points (s, the share of values that are at least s), few of them."""
    values = sorted(values)
    points = []
    for i, value in enumerate(values):
        if not points or value >= 1.15 * points[-1][0]:
            points.append((value, (len(values) - i) / len(values)))
    return points


def blocked(values):
    """The error of the mean, from the means of 50 blocks."""
    length = len(values) // 50
    means = [sum(values[i * length:(i + 1) * length]) / length for i in range(50)]
    mean = sum(means) / 50
    return math.sqrt(sum((value - mean) ** 2 for value in means) / 49 / 50)


def mean_size(r):
    """The mean over all cells of the topplings that a grain there leads to: (1, D^-1 1) / N, where D is the toppling
    matrix, 3 on its diagonal and -1 for neighbours [Dhar 1990], solved by conjugate gradients."""
    neighbours = hanoi(r)
    values = [0.0] * len(neighbours)
    rest = [1.0] * len(neighbours)
    way, size = rest[:], float(len(rest))
    while size > 1e-20:
        pushed = [3 * way[i] - sum(way[j] for j in beside) for i, beside in enumerate(neighbours)]
        factor = size / sum(a * b for a, b in zip(way, pushed))
        values = [a + factor * b for a, b in zip(values, way)]
        rest = [a - factor * b for a, b in zip(rest, pushed)]
        before, size = size, sum(a * a for a in rest)
        way = [a + size / before * b for a, b in zip(rest, way)]
    return sum(values) / len(values)


def hanoi(r):
    """The gasket's cells and their triangular neighbours, by number."""
    cells = [(x, y) for y in range(2 ** r) for x in range(y + 1) if x & ~y == 0]
    numbers = {cell: number for number, cell in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
    return [[numbers[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in numbers] for x, y in cells]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("energy", "order", "diffusion", "avalanches"))
    parser.add_argument("--cells", type=int)
    parser.add_argument("--r", type=int)
    parser.add_argument("--out", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    plot.write(options.out, os.environ.get("NBB_EXAMPLE", ""), globals()[options.what](options))


if __name__ == "__main__":
    main()
