#!/usr/bin/env python3
"""random_definitions.py - definitions drawn at random, and a brute force of each that shares nothing with nbbgen:

    tests/tools/random_definitions.py FOLDER FIRST COUNT
    tests/tools/random_definitions.py FOLDER relatives

Writes FOLDER/dN.lua for each number N, its kind by N mod 5: levels that differ, levels drawn, three axes, replicas by chance, turned
replicas. Prints for each the options of two cases on one map, and what they come to: "dN.lua OPTIONS | population0 population digest0
digest". relatives: the gasket's 512 relatives instead, at r = 5 on every map."""
import itertools
import random
import sys

MASK = 2**64 - 1
CELLS_MOST, PLACES_MOST = 3000, 2**18
WAYS = {"lambda": ["", "--eval shuffle", "--hash arith", "--hash shared", "--intra unroll", "--intra lut", "--tc"],
        "compact": ["", "--hash arith", "--halo direct", "--intra unroll", "--intra lut", "--tc"],
        "lanes": ["", "--steps-per-launch 2", "--persistent grid"], "bb": [""]}


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def drawn(seed, key):
    return (mix(mix(seed) ^ key) >> 40) / 2**24


# Where (x, y) of a box of w x h comes to lie.
TURNS = {"0": lambda x, y, w, h: (x, y), "90": lambda x, y, w, h: (h - 1 - y, x), "180": lambda x, y, w, h: (w - 1 - x, h - 1 - y),
         "270": lambda x, y, w, h: (y, w - 1 - x), "flip-x": lambda x, y, w, h: (w - 1 - x, y),
         "flip-y": lambda x, y, w, h: (x, h - 1 - y), "transpose": lambda x, y, w, h: (y, x),
         "antitranspose": lambda x, y, w, h: (h - 1 - y, w - 1 - x)}
OF_OBLONGS = ("0", "180", "flip-x", "flip-y")


class Layout:
    """Marks of places, x fastest, of two axes or three; '#' is there, '.' is not, m by a chance; a, b and c are turned."""

    def __init__(self, of, sides, marks):
        while True:
            self.sides = sides
            self.marks = [of.choice(marks) for _ in range(sides[0] * sides[1] * (sides[2] if len(sides) > 2 else 1))]
            if self.marks.count(".") < len(self.marks) - 1 and ("m" in self.marks) == ("m" in marks):
                return

    def places(self):
        ranges = [range(s) for s in reversed(self.sides)]
        return [tuple(reversed(p)) for p in itertools.product(*ranges)]

    def text(self):
        x, y = self.sides[:2]
        rows = ["".join(self.marks[i:i + x]) for i in range(0, len(self.marks), x)]
        slices = ["{ " + ", ".join(f'"{row}"' for row in rows[i:i + y]) + " }" for i in range(0, len(rows), y)]
        return slices[0] if len(self.sides) == 2 else "{ " + ", ".join(slices) + " }"


def define(of, kind):
    """Layouts, the definition's text, and which layout level mu has, with its places."""
    axes = 3 if kind == 2 else 2 if kind == 4 else of.choice((2, 2, 3))
    most = 3 if axes == 3 else 4
    marks = {3: "##m.", 4: "#aabbcc.."}.get(kind, "##.")
    chance, seed = of.choice((0.3, 0.7, 0.95)), of.randrange(1000)
    sides = [[of.randint(1, most) for _ in range(axes)] for _ in range(of.randint(1, 3) if kind != 2 else 1)]
    square = kind == 4 and of.random() < 0.7
    if square:
        sides = [[of.randint(2, most)] * 2 for _ in sides]
    layouts = [Layout(of, [max(s, 2) if i == of.randrange(axes) or max(side) == 1 else s for i, s in enumerate(side)], marks)
               for side in sides]
    weights = [round(of.uniform(0.1, 1), 2) for _ in layouts]
    maybe = f", maybe = {{ m = {chance} }}" if kind == 3 else ""
    turned = [{mark: of.choice(tuple(TURNS) if square else OF_OBLONGS) for mark in "abc" if mark in layout.marks} for layout in layouts]
    turns = [", turns = {{ {} }}".format(", ".join(f'{mark} = "{turn}"' for mark, turn in one.items())) if one else "" for one in turned]
    levels = ", ".join(f"{{ layout = {layout.text()}{maybe}{turn} }}" for layout, turn in zip(layouts, turns))
    draw = {1: f", draw = {{ seed = {seed}, weights = {{ {', '.join(map(str, weights))} }} }}", 3: f", draw = {{ seed = {seed} }}"}
    text = f"return fractal {{ levels = {{ {levels} }}{draw.get(kind, '')} }}\n"
    if kind == 2:
        text = f"return fractal {{ layout = {layouts[0].text()} }}\n"

    def level(mu):
        number = (mu - 1) % len(layouts)
        layout = layouts[number]
        if kind == 1:
            u, shares = drawn(seed, mu), list(itertools.accumulate(weights))
            layout = next((one for one, share in zip(layouts, shares) if share / shares[-1] > u), layouts[-1])
        kept = [(place, turned[number].get(mark, "0")) for p, (place, mark) in enumerate(zip(layout.places(), layout.marks))
                if mark in "#abc" or mark == "m" and drawn(seed, mu + 64 * (p + 1)) < chance]
        return layout.sides, kept
    return axes, text, level


def grow(axes, level):
    """Cells of the largest level within the limits, and that level."""
    cells, box, r = [(0,) * axes], [1] * axes, 0
    while r < 8:
        sides, places = level(r + 1)
        larger = [b * s for b, s in zip(box, sides)]
        if not places or len(cells) * len(places) > CELLS_MOST or larger[0] * larger[1] * (larger[2] if axes > 2 else 1) > PLACES_MOST:
            break
        cells = [tuple(c + p * b for c, p, b in zip(TURNS[turn](*cell, *box) if axes == 2 else cell, place, box))
                 for place, turn in places for cell in cells]
        box, r = larger, r + 1
    return cells, r


def digest(alive):
    total = 0
    for cell in alive:
        h = 0
        for number, c in enumerate(cell):
            h = mix(h ^ c if number else c)
        total += h
    return total & MASK


def evolve(cells, seed, birth, survival, steps):
    """The states before and after."""
    axes = len(cells[0])
    offsets = [o for o in itertools.product((-1, 0, 1), repeat=axes) if any(o)]
    alive = set()
    for cell in cells:
        h = mix(seed)
        for c in cell:
            h = mix(h ^ c)
        if h >> 40 < 2**23:
            alive.add(cell)
    first = alive
    for _ in range(steps):
        counts = {cell: sum(tuple(map(sum, zip(cell, o))) in alive for o in offsets) for cell in cells}
        alive = {cell for cell, n in counts.items() if n in (survival if cell in alive else birth)}
    return first, alive


def case(number, folder):
    of = random.Random(number)
    axes, text, level = define(of, number % 5)
    cells, r = grow(axes, level)
    if r == 0:
        return
    names = list(WAYS)
    name = names[number // 5 % len(names)]
    tell(of, f"{folder}/d{number}.lua", text, cells, r, [f"{name} {way}" for way in sorted({"", of.choice(WAYS[name])})])


def relative(number, folder):
    """Its turns are the digits of the number, in base 8."""
    names = [list(TURNS)[number // 8**i % 8] for i in range(3)]
    text = 'return fractal {{ layout = {{ "a.", "bc" }}, turns = {{ a = "{}", b = "{}", c = "{}" }} }}\n'.format(*names)
    places = list(zip(((0, 0), (0, 1), (1, 1)), names))
    cells, r = [(0, 0)], 5
    for mu in range(r):
        side = 2**mu
        cells = [tuple(c + p * side for c, p in zip(TURNS[turn](*cell, side, side), place)) for place, turn in places for cell in cells]
    tell(random.Random(number), f"{folder}/d{number}.lua", text, cells, r, list(WAYS))


def tell(of, path, text, cells, r, ways):
    """Writes the definition, and prints an automaton on it in these ways, maps with options."""
    axes = len(cells[0])
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    most = 3**axes - 1
    birth, survival = ({n for n in range(1, most + 1) if of.random() < share} for share in (0.3, 0.5))
    seed, steps = of.randrange(1000), of.randint(1, 5)
    between = "," if axes > 2 else ""
    rule = "/".join(letter + between.join(map(str, sorted(counts))) for letter, counts in (("B", birth), ("S", survival)))
    first, last = evolve(cells, seed, birth, survival, steps)
    figures = f"{len(first)} {len(last)} 0x{digest(first):016x} 0x{digest(last):016x}"
    for way in ways:
        print(f"{path} --r {r} --workload ca --map {way} --rule {rule} --seed {seed} --density 0.5 --steps {steps} | {figures}")


if __name__ == "__main__":
    if sys.argv[2] == "relatives":
        for i in range(512):
            relative(i, sys.argv[1])
    else:
        for i in range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])):
            case(i, sys.argv[1])
