#!/usr/bin/env python3
"""lop3.py - what ptxas makes of random logic in lop3, executed here: right where no word follows from the two others, or wrong.

    tests/sweeps/lop3.sh [ARCHITECTURE...]

Kernels load up to 8 words, compute 6 to 30 operations and store three. Every instruction of the machine code that moves words or combines
them is executed on tables of all states of the inputs. Needs ptxas and nvdisasm; exit 1 where logic of words that are not alike comes out
wrong, or where none of words that are comes out wrong: then templates/cuda/operations.in need not tell them apart.
"""
import random
import re
import subprocess
import sys
import tempfile

SUM, MAJORITY = 0x96, 0xE8
TABLES = (SUM, SUM, MAJORITY, MAJORITY, 0x16, 0xD8)
TWO = {"and": 0xC0, "or": 0xFC, "xor": 0x3C}  # the tables of instructions of two words
COUNT, KERNELS = 4000, 40


def all_states(inputs, i):
    """The bits of input i in each state of so many."""
    return sum(1 << state for state in range(1 << inputs) if state >> i & 1)


def apply(table, a, b, c, ones):
    """Bit 4 a + 2 b + c of the table."""
    made = 0
    for point in range(8):
        if table >> point & 1:
            made |= (a if point & 4 else ones ^ a) & (b if point & 2 else ones ^ b) & (c if point & 1 else ones ^ c)
    return made


def follows(word, one, other, ones):
    """Whether two words tell a third: with none of their patterns it is both 0 and 1."""
    patterns = [a & b for a in (one, ones ^ one) for b in (other, ones ^ other)]
    return not any(word & pattern and (ones ^ word) & pattern for pattern in patterns)


class Kernel:
    """Random logic: `lines` of PTX, and `expected`, what it stores."""

    def __init__(self, chance, alike):
        self.inputs = chance.choice([5, 6, 7, 8])
        ones = (1 << (1 << self.inputs)) - 1
        values = [(f"in{i}", all_states(self.inputs, i)) for i in range(self.inputs)]
        self.lines, made = [], set()
        while len(self.lines) < 6 or (len(self.lines) < 30 and chance.random() < 0.95):
            words = chance.sample(range(max(0, len(values) - 12), len(values)), 3)
            if alike and chance.random() < 0.3:
                words[1] = words[0]
            name = chance.choice(list(TWO)) if chance.random() < 0.4 else "lop3"
            table = TWO.get(name) or chance.choice(TABLES)
            key = (table, *(sorted(words[:2]) if name in TWO else sorted(words) if table != 0xD8 else words))
            (a, x), (b, y), (c, z) = (values[word] for word in words)
            depend = name == "lop3" and any(follows(*order, ones) for order in ((x, y, z), (y, z, x), (z, x, y)))
            if not alike and (key in made or depend):  # equal values are made once, by the same words alone
                continue
            made.add(key)
            self.lines.append(f"{name}.b32 v{len(self.lines)}, {a}, {b}{'' if name in TWO else f', {c}, {table:#x}'};")
            values.append((f"v{len(self.lines) - 1}", apply(table, x, y, z, ones)))
        self.stored = values[:-4:-1]
        self.expected = [value for _, value in self.stored]

    def text(self, name):
        names = [f"in{i}" for i in range(self.inputs)] + [f"v{i}" for i in range(len(self.lines))]
        return "\n".join([
            f".visible .entry {name}(.param .u64 p, .param .u64 q)\n{{\n.reg .b64 a, b; .reg .b32 {', '.join(names)};",
            "ld.param.u64 a, [p]; ld.param.u64 b, [q]; cvta.to.global.u64 a, a; cvta.to.global.u64 b, b;",
            *(f"ld.global.u32 in{i}, [a+{4 * i}];" for i in range(self.inputs)), *self.lines,
            *(f"st.global.u32 [b+{4 * i}], {word};" for i, (word, _) in enumerate(self.stored)), "ret;\n}\n"])


def execute(code, inputs):
    """What machine code stores, by place."""
    ones, registers, stored = (1 << (1 << inputs)) - 1, {"RZ": 0, "URZ": 0}, {}

    def place(address):
        return int(re.search(r"\[R[^]+]*(?:\+(0x[0-9a-f]+))?\]$", address)[1] or "0", 16) // 4

    def word(operand):
        name = operand.lstrip("~").replace(".reuse", "")
        value = (ones if int(name, 16) else 0) if name.startswith("0x") else registers[name]
        return ones ^ value if operand.startswith("~") else value

    for line in re.findall(r"/\*[0-9a-f]+\*/\s+(.*?)\s*;", code):
        name, _, rest = line.partition(" ")
        operands = [operand.strip() for operand in rest.split(",")]
        if name.startswith("LDG"):
            registers[operands[0]] = all_states(inputs, place(operands[1]))
        elif name.startswith("STG"):
            stored[place(operands[0])] = word(operands[1])
        elif name in ("LOP3.LUT", "ULOP3.LUT"):
            registers[operands[0]] = apply(int(operands[4], 16), *map(word, operands[1:4]), ones)
        elif name in ("MOV", "IMAD.MOV.U32", "UMOV") and re.match(r"R|0x(0|f{8})$", operands[-1]):
            registers[operands[0]] = word(operands[-1])
        elif name.startswith("CS2R"):
            registers[operands[0]] = 0
    return stored


def count_wrong(architecture, alike):
    """Of COUNT kernels, those of which a stored word is wrong."""
    chance, wrong = random.Random(1), 0
    for _ in range(COUNT // KERNELS):
        kernels = [Kernel(chance, alike) for _ in range(KERNELS)]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/x.ptx", "w", encoding="ascii") as file:
                file.write(f".version 9.0\n.target {architecture}\n.address_size 64\n")
                file.write("".join(kernel.text(f"k{i}") for i, kernel in enumerate(kernels)))
            subprocess.run(["ptxas", f"-arch={architecture}", f"{folder}/x.ptx", "-o", f"{folder}/x.cubin"], check=True)
            code = subprocess.run(["nvdisasm", "-c", f"{folder}/x.cubin"], capture_output=True, text=True, check=True).stdout
        parts = re.split(r"\.section\s+\.text\.k(\d+)", code)[1:]
        assert len(parts) == 2 * KERNELS
        for number, part in zip(parts[::2], parts[1::2]):
            kernel = kernels[int(number)]
            stored = execute(part, kernel.inputs)
            wrong += [stored.get(i) for i in range(3)] != kernel.expected
    return wrong


failed, found = False, 0
for architecture in sys.argv[1:] or ["sm_80", "sm_90", "sm_100", "sm_120"]:
    different, alike = count_wrong(architecture, False), count_wrong(architecture, True)
    print(f"{architecture}: of {COUNT} kernels wrong {different}, with words alike {alike}")
    failed, found = failed or different > 0, found + alike
sys.exit(failed or found == 0)
