#!/usr/bin/env python3
"""brute.py - a brute force of a few programs that shares nothing with nbbgen, written from docs/programs.md:

    tests/oracle/brute.py >tests/oracle/programs-own.json

Each case has a program's text and the same by hand in Python. "ways" are options of `emit` and `run`, beside maps. With
"carry" the counter v begins CARRY higher, so that it passes 2^32, where no domain that fits into memory has it: the suite
lets the templates add as much."""
import json
import math
import struct

CARRY = 2**32 - 40
LAYOUTS = {"sierpinski": ["#.", "##"], "carpet": ["###", "#.#", "###"], "vicsek": [".#.", "###", ".#."]}
MASK = 2**64 - 1


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def philox(counter, seed):
    a, b, c, d = counter
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        first, second = a * 0xD2511F53, c * 0xCD9E8D57
        a, b = second >> 32 ^ b ^ key[0], second & 0xFFFFFFFF
        c, d = first >> 32 ^ d ^ key[1], first & 0xFFFFFFFF
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return a, b, c, d


class World:
    """A fractal's cells in digit order; what a program asks of one: its seed, neighbours, colours and draws."""

    def __init__(self, fractal, r, offsets, seed, carry):
        rows = LAYOUTS[fractal]
        places = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
        self.cells = [(0, 0)]
        for level in range(r):
            self.cells = [(x + px * len(rows)**level, y + py * len(rows)**level) for px, py in places for x, y in self.cells]
        self.number = {cell: j for j, cell in enumerate(self.cells)}
        self.offsets, self.seed, self.carry, self.step, self.drawn = offsets, seed, carry, 0, {}
        best, self.below, self.parts = 0, len(self.cells), 1
        for a in range(1, r + 1):
            lanes = len(places)**a
            words = -(-lanes // 32)
            if lanes <= 256 and lanes / (32 * words) > best:
                best, self.below, self.parts = lanes / (32 * words), len(places)**(r - a), words

    def colouring(self):
        for q in range(2, 100):
            for a in range(q):
                for b in range(q):
                    if all((a * dx + b * dy) % q for dx, dy in self.offsets):
                        return q, a, b

    def beside(self, cell):
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in self.offsets if (cell[0] + dx, cell[1] + dy) in self.number]

    def initial(self, cell, request, m):
        h = mix(mix(mix(self.seed) ^ cell[0]) ^ cell[1])
        return ((mix(h ^ request) if request else h) >> 40) * m >> 24

    def draw(self, cell, request):
        """32 bits by planes, the first digit first."""
        lane, i = divmod(self.number[cell], self.below)
        u = 0
        for block in range(8):
            for word in self.words(i * self.parts + lane // 32 + self.carry, request * 8 + block):
                u = u << 1 | word >> lane % 32 & 1
        return u

    def words(self, v, block):
        key = v, self.step, block
        if key not in self.drawn:
            self.drawn[key] = philox((v & 0xFFFFFFFF, v >> 32, self.step, block), self.seed)
        return self.drawn[key]

    def chance(self, cell, request, p):
        return self.draw(cell, request) < math.floor(p * 2**32)


def advance(world, state, update, sublattices):
    """A step, that of number world.step."""
    q, a, b = world.colouring() if sublattices else (1, 0, 0)
    for colour in range(q):
        turn = [cell for cell in world.cells if (a * cell[0] + b * cell[1]) % q == colour]
        state.update({cell: update(world, state, cell) for cell in turn})


def run(world, init, update, steps, sublattices):
    """The states before and after."""
    state = {cell: init(world, cell) for cell in world.cells}
    begin = dict(state)
    for world.step in range(steps):
        advance(world, state, update, sublattices)
    return begin, state


def bits_of(value, real):
    return value if isinstance(value, int) else int.from_bytes(struct.pack(real, value), "little")


def digest(state, real):
    total = 0
    for (x, y), fields in state.items():
        w = mix(mix(x) ^ y)
        total += sum(bits_of(value, real) * (w << 8 * i | w >> (64 - 8 * i)) for i, value in enumerate(fields))
    return f"0x{total & MASK:016x}"


MOORE = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
ONE_WAY = [(1, 0), (0, 1), (2, 1), (1, 2), (-1, 2)]
NEAR = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def text_of(fields, offsets, order, update, more=""):
    state = ", ".join(f'{name} = "{kind}"' for name, kind, _ in fields)
    init = ", ".join(f'{name} = "{value}"' for name, _, value in fields)
    return (f"return program {{ state = {{ {state} }}, neighbours = {{ {', '.join('{%d,%d}' % offset for offset in offsets)} }},\n"
            f'order = "{order}", init = {{ {init} }},\nupdate = [[ {update} ]],\nobserve = {{ m = "sum({fields[0][0]})"{more} }} }}')


def spin(world, state, cell):
    same = sum(state[other] == state[cell] for other in world.beside(cell))
    return (1 - state[cell][0],) if world.chance(cell, 0, 0.3 * same) else state[cell]


def spins(offsets):
    return (text_of([("s", "u1", "uniform(2)")], offsets, "sublattices",
                    "int same = count(s == here.s); if (chance(0.3 * same)) s = !s;", ', e = "pairs(here.s != there.s)"'),
            lambda world, cell: (world.initial(cell, 0, 2),), spin, offsets, True)


def divided(a, b):
    """C's quotient and remainder, 0 where b is."""
    quotient = abs(a) // abs(b) * (1 if a * b > 0 else -1) if b else 0
    return quotient, a - b * quotient if b else 0


def draw(world, state, cell):
    s = state[cell][0]
    high = sum(state[other][0] > 1 for other in world.beside(cell))
    if world.chance(cell, 1, 0.3):
        return ((s + (world.draw(cell, 0) * 3 >> 32) + high) % 4,)
    return (s ^ 1 if world.step % 3 == 1 else (s + sum(divided(high - 3, s - 1))) % 4,)


def draws():
    return (text_of([("s", "u2", "uniform(4)")], NEAR, "synchronous",
                    "int q = uniform(3); int high = count(s > 1);\n"
                    "if (chance(0.3)) s = s + q + high; else if (step % 3 == 1) s = s ^ 1;\n"
                    "else s = s + (high - 3) / (s - 1) + (high - 3) % (s - 1);"),
            lambda world, cell: (world.initial(cell, 0, 4),), draw, NEAR, False)


RARE = 2 / 3 / 65536  # the first 16 digits of its threshold are 0


def rarely(world, state, cell):
    first = world.words(world.number[cell] % world.below * world.parts + world.number[cell] // world.below // 32, 0)
    lane = world.number[cell] // world.below % 32
    if any(word >> lane & 1 for word in first):  # most are decided here
        return state[cell]
    return (state[cell][0] ^ world.chance(cell, 0, RARE),)


def rare():
    return (text_of([("s", "u1", "uniform(2)")], NEAR, "synchronous", "if (chance(2.0 / 3 / 65536)) s = !s;"),
            lambda world, cell: (world.initial(cell, 0, 2),), rarely, NEAR, False)


SIGNS = [0.0, -0.0, math.nan, 2.0]


def least(a, b):
    return b if b < a else a


def most(a, b):
    return b if a < b else a


def sign(world, state, cell):
    k = state[cell][0]
    values = [SIGNS[state[other][0]] for other in world.beside(cell)]
    low, high = values[0], -values[0]
    for value in values[1:]:
        low, high = value if value < low else low, -value if -value > high else high
    low, high = least(SIGNS[k], low), most(high, SIGNS[k])
    return ((k + 1) % 4, 7.0 if low != low else low, 7.0 if high != high else high)


def signs(kind):
    value = "(k == 0 ? zero : k == 1 ? -zero : k == 2 ? zero / zero : 2.0)"
    return (text_of([("k", "u2", "uniform(4)"), ("l", kind, "0"), ("m", kind, "0")], NEAR, "synchronous",
                    f"real zero = step * 0.0; real own = {value};\nreal low = min(own, min{value});\n"
                    f"real high = max(max(-{value}), own);\n"
                    "k = k + 1; l = low == low ? low : 7.0; m = high == high ? high : 7.0;"),
            lambda world, cell: (world.initial(cell, 0, 4), 0.0, 0.0), sign, NEAR, False)


def unlike(world, state):
    """Pairs of neighbours that differ, each once."""
    pairs = {frozenset((cell, other)) for cell in world.cells for other in world.beside(cell)}
    return sum(len({state[cell] for cell in pair}) > 1 for pair in pairs)


def case(fractal, r, program, steps, seed, ways, carry=0):
    text, init, update, offsets, sublattices = program
    world = World(fractal, r, offsets, seed, carry)
    begin, end = run(world, init, update, steps, sublattices)
    real = "<d" if '"f64"' in text else "<f"
    return {"domain": f"{fractal} --r {r}", "text": text, "steps": steps, "seed": seed, "ways": ways, "carry": carry,
            "digest0": digest(begin, real), "digest": digest(end, real),
            "population": sum(any(bits_of(value, real) for value in fields) for fields in end.values()),
            "observe": dict({"m": sum(fields[0] for fields in end.values())}, **({"e": unlike(world, end)} if "pairs" in text else {}))}


def main():
    cells = ["--map bb", "--map lambda", "--map compact"]
    cases = [
        case("carpet", 4, spins(MOORE), 3, 21, ["--map bb", "--map compact --tile 1", "--map lanes --tile 3"]),
        case("sierpinski", 7, spins(ONE_WAY), 4, 22, ["--map lambda", "--map compact --tile 1", "--map lanes --tile 2", "--map lanes"]),
        case("sierpinski", 7, draws(), 7, 2**40 + 23, ["--map lanes --tile 2", "--map lanes"]),
        case("carpet", 4, draws(), 5, 24, ["--map lanes --tile 3"]),
        case("sierpinski", 7, draws(), 3, 25, [*cells, "--map lanes --tile 1", "--map lanes --tile 2"], CARRY),
        case("sierpinski", 8, rare(), 8, 33, ["--map bb", "--map lanes", "--map lanes --tile 2"]),
        case("carpet", 3, signs("f32"), 5, 26, [*cells, "--map lanes"]),
        case("sierpinski", 4, signs("f64"), 5, 27, [*cells, "--map lanes"]),
    ]
    # A case is a line, and a second one with the program.
    rows = [(json.dumps({key: value for key, value in one.items() if key != "text"})[:-1], json.dumps(one["text"])) for one in cases]
    print("[\n" + ",\n".join(f'{row},\n "text": {text}}}' for row, text in rows) + "\n]")


if __name__ == "__main__":
    main()
