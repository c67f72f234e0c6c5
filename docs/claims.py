"""claims.py - where the numbers of README.md and docs/ come from; tests/device/claims.sh compares.

claim(page, text, value, ...): the page has the text once, and the numbers at its #s are the values.
given(page, why, text, ...): the page has these texts, whose numbers are none that were measured.
number, every, total, rows, bench, benches and rate read outputs: tests/device/claims_outputs.py.
"""

import statistics

README, MAPS, TENSOR, LANES, SIMPLICES, MEASURING, CODE, FIGURES = [
    "README.md", *[f"docs/{name}.md" for name in ("maps", "tensor-cores", "lanes", "simplices", "measuring", "code",
                                                  "figures")]]
K = {"gasket": 3, "vicsek": 5, "chandelier": 4, "xfractal": 5, "carpet": 8, "hfractal": 7, "bottles": 7, "candy": 12}


def called(name):
    return "sierpinski" if name == "gasket" else name


def span(values, scale=1):
    return min(values) * scale, max(values) * scale


def figure(name, r, work, column):
    return bench("figures.json", called(name), r, work, column)


def of_limit(file, subject, r, work, choice="lanes"):
    return bench(file, subject, r, work, "of limit", choice)


def of_gasket(r):
    """compact's rate on the gasket's relative, as a part of that on the gasket."""
    return number("spaces.txt", f"examples/relative.lua r = {r}", 2) / number("spaces.txt", f"sierpinski r = {r}", 2)


# Definitions and limits.
given(README, "exit codes", "130 and 143 interrupted")
given(README, "the picture's level, sizes and limits that the program checks, and the papers' years",
      "on 244 million cells", "at most 256 MiB", "words of up to 256 cells")
given("docs/definitions.md", "limits", "at most 2048 entries", "at most 32 x 32", "at most 1024 replicas", "past 768 cells")
claim("docs/definitions.md", "(# of it at r = 14, # at r = 20, on an H200)", of_gasket(14), of_gasket(20))
given("docs/first-steps.md", "what the commands above it print, which docs.sh compares", "a state is 4096 bytes as a box, and 384 without", "Of 729 cells 352 live at first, and 144 after")
given("docs/view.md", "a limit that the command checks", "at most 1024 copies")
given("docs/install.md", "versions", "glibc 2.36 or newer", "older than 580")
given("docs/formats.md", "versions of NumPy's format", "version 1.0. A state", "versions 1.0 to 3.0")
given(MAPS, "limits, examples, and sizes that `nbbgen info` prints", "about 1024 bytes", "at most 160 cells",
      "| 4294967296 |", "| 181398528 |", "| 5671296 |")
given(TENSOR, "sizes of the variants' operands, and what was hoped for",
      "more than 68000 tiles", "up to 34000 tiles of 32 x 32", "up to 18000 tiles", "each of 256 threads", "up to 256 words", "only up to 2048", "would be 1.3 times as fast")
given(TENSOR, "what the plan proves of a simplex's product", "more than 65536 tiles a side", "past 15 bits", "run triangle --n 4096")
given(LANES, "limits, and the sizes of an example", "at most 160 cells", "a power of k up to 1024", "8 MB of scratch",
      "r = 25, 8.5e11 cells", "112 GB without a boundary")
given(LANES, "properties of the kernels as written, and versions", "blocks of 512 threads", "fewer than 768 threads",
      "of CUDA 13.0", "compute capability 9.0")
given(SIMPLICES, "the papers' volume, limits that the program proves, and bounds of its choices", "which is 12.5% above",
      "up to 4607 tiles", "up to 134217727 in double", "4194240 (with `--tile 128` 8388480; ca by bits 62913600) | 1482880",
      "37488 (by bits 74976, ca by bytes 131208) | 12992", "up to n = 362", "128 for edm on CUDA",
      "| host | from n = 400 on", "from n = 88 on | from n = 16 on", "| CUDA, rules | from n = 2048 on", "from n = 724 on | from n = 181 on", "32 cells side by side",
      "960 x 960 cells, 30 words a row", "120 x 120 cells. A warp", "it has 32 x 32 x 32, a word",
      "through the 8 steps", "the 8 rows above", "Slabs have 240 rows", "takes 12 instructions", "| bits | 960 cells", "| by strips | 120 cells")
given(FIGURES, "versions and sizes", "driver 580.159.04, CUDA 13.0", "triangles to 512 and of tetrahedra to 128, by",
      "triangle to 512 and of the tetrahedron to 128 by", "in a box of 65536 x 65536", "has 4.3e7 cells",
      "words of 243 lanes", "words of 729 lanes", "updates 8.5e11 cells")
given(MEASURING, "bounds", "Above 100%", "is faster by 3%", "20 to 60% of the cells live")

# README: the headline figures; figures.md: all of them.
GASKET16 = "sierpinski --r 16 "
claim(README, "gasket, r = 16: # cells", 3 ** 16)
claim(README, "a step of the automaton | # ms | # ms | # ms | # ms",
      *[number("measure.txt", GASKET16 + f"--map {map}") for map in
        ("bb --steps 50", "lambda --steps 50", "compact --steps 1000")], figure("gasket", 16, "ca", "ms a step"))
for name, r in (("gasket", 12), ("gasket", 20), ("gasket", 24), ("vicsek", 14), ("carpet", 11)):
    claim(README, f"{name}, r = {r} | # | # ms | # |", K[name] ** r, figure(name, r, "ca", "ms a step"),
          figure(name, r, "ca", "cells/s"))
for name, r in [("gasket", r) for r in range(12, 25, 2)] + [
        ("vicsek", 14), ("chandelier", 16), ("xfractal", 14), ("carpet", 11), ("hfractal", 11), ("bottles", 11),
        ("candy", 9)]:
    claim(FIGURES, f"{name}, r = {r} | # | # ms | # | #% |", K[name] ** r, figure(name, r, "ca", "ms a step"),
          figure(name, r, "ca", "cells/s"), of_limit("figures.json", called(name), r, "ca"))
claim(FIGURES, "the copy rate, # TB/s", rate("copy", "figures.json"))
for work, rate_of in (("rd", "reading"), ("sw", "writing")):
    for r in (20, 22):
        claim(FIGURES, f"| {work}, r = {r} | # ms | #% of {rate_of} |", figure("gasket", r, work, "ms a step"),
              of_limit("figures.json", "sierpinski", r, work))
claim(FIGURES, "rd reaches at least #% and sw at least #%",
      *[min(share for (name, r), share in benches("figures.json", work, "of limit").items()
            if r == max(level for other, level in benches("figures.json", work, "of limit") if other == name))
        for work in ("rd", "sw")])
ONE_STEP = "lanes --steps-per-launch 1"
for r in (22, 24):
    claim(FIGURES, f"one step a launch, r = {r} | # ms | #% of copying |", bench("one_step.json", "sierpinski", r, "ca", "ms a step", ONE_STEP),
          of_limit("one_step.json", "sierpinski", r, "ca", ONE_STEP))
claim(FIGURES, "nbbgen takes # to # of the time", *span([
    number("interleaved.txt", f"{called(name)} {r}", 3) for name, r in
    [("gasket", r) for r in range(12, 25, 2)] + [("vicsek", 14), ("carpet", 11), ("hfractal", 11), ("bottles", 11),
                                                 ("candy", 8), ("candy", 9), ("chandelier", 16), ("xfractal", 14)]]))
claim(LANES, "the gasket reaches #% of the copy rate at r = 22 and at r = 24",
      of_limit("one_step.json", "sierpinski", 24, "ca", ONE_STEP))

# figures.md: maps, starts, r = 25, correctness, host.
for work, steps in (("sw", 100), ("rd", 100)):
    claim(FIGURES, f"| {work} | # | # | # | # |",
          *[number("measure.txt", GASKET16 + f"-w {work} --map {map} --steps {steps}")
            for map in ("bb", "lambda", "lambda --tc", "compact")])
claim(FIGURES, "| ca | # | # | # | # | # | # |",
      *[number("measure.txt", GASKET16 + f"--map {map}") for map in
        ("bb --steps 50", "lambda --steps 50", "lambda --tc --steps 50", "compact --steps 1000",
         "compact --tc --steps 1000", "lanes --steps 1000")])
claim(FIGURES, "with compact takes # ms, on tensor cores # ms",
      *[number("measure.txt", f"sierpinski --r 18 --map {map} --steps 100") for map in ("compact", "compact --tc")])
claim(FIGURES, "`run vicsek --r 12 --tc` takes # ms a step", number("measure.txt", "vicsek --r 12 --tc"))
for command in ("vicsek --r 4", "sierpinski --r 8 --map lambda", "vicsek --r 4 --map compact --tc",
                "sierpinski --r 20"):
    claim(FIGURES, f"| `run {command}` | # ms | # ms |",
          *[number("measure.txt", f"{kind} start: run {command}", "ms") for kind in ("cold", "cached")])
claim(FIGURES, "| `run vicsek --r 12 --tc` | | # ms |",
      number("measure.txt", "main job: run vicsek --r 12 --tc, cached"))
claim(FIGURES, "takes # s in all, from the cache",
      number("starts_trials.txt", "`run sierpinski --r 24 --steps 5 --png p.png`, from the cache:"))
claim(FIGURES, "`emit sierpinski --r 16` takes # ms", number("measure.txt", "emit sierpinski --r 16"))
ratios = [total("starts_trials.txt", rf"^machine 1 B3/S23.* {rule} (\d+)")
          / total("starts_trials.txt", rf"^machine 1 B2/S3.* {rule} (\d+)")
          for rule in ("B3/S2", "B23/S3", "B3/S3", "B2/S2", "B3/S234", "B34/S2")]
claim(FIGURES, "a start took # to # of the time", min(ratios), max(ratios))
first_lines, ends = every("starts.txt", "cached:", 1), every("starts.txt", "cached:", 2)
claim(FIGURES, "| from the cache | # to # ms | # to # ms |", *span(first_lines), *span(ends))
claim(FIGURES, "takes # to # ms to close", *span([end - first for first, end in zip(first_lines, ends)]))
claim(FIGURES, "| nothing cached | # to # ms |", *span(every("starts.txt", "cold", "ms")))
claim(FIGURES, "the machine's first command | # ms |", number("starts.txt", "first:"))
claim(FIGURES, "nothing cached: # and # ms with this, # and # ms without",
      *every("starts_trials.txt", "new:"), *every("starts_trials.txt", "old:"))
for lanes, section in ((243, "--- --verify"), (729, "--- --lanes 729")):
    steps = {243: "3", 729: "4 (`--lanes 729`)"}[lanes]
    claim(FIGURES, f"words of {lanes} lanes, T = {steps} | # ms | # | # GB |",
          number("inplace.txt", "time", "ms", section), number("inplace.txt", "time", "cells", section),
          number("inplace.txt", "memory", "GB", section))
claim(LANES, "with the boundaries it takes #, # and # GB for T = 1 to 3. On a card of # GB",
      *[number("inplace.txt", "memory", "GB", section)
        for section in ("--- --steps-per-launch 1", "--- --steps-per-launch 2", "--- --verify")],
      total("inplace.txt", r"(\d+) MiB$") * 2 ** 20 / 1e9)
claim(FIGURES, "on the GPU, # cases", total("h100/check.txt", r"(\d+) passed, 0 failed"))
claim(FIGURES, "for single tiles, # cases", number("h100/check.txt", "nvcc:"))
claim(FIGURES, "compute-sanitizer on # kinds of run each", number("h100/check.txt", "memcheck:"))
claim(FIGURES, "by every cover, # of them", total("sides.txt", r"^sides.*: (\d+) of"))
claim(FIGURES, "by every kind of kernel, # cases", total("sides.txt", r"^kinds.*: (\d+) of"))

for text, row in (("compact", "--map compact:"), ("lanes, one step a launch", "--map lanes --steps-per-launch 1:")):
    claim(FIGURES, f"| {text} | # to # ms | # to #% |", *span(every("host.txt", row, "ms")),
          *span(every("host.txt", row, "% of the copy rate")))
claim(FIGURES, "the plan's six steps a launch | # to # ms", *span(every("host.txt", "--map lanes:", "ms")))
copies = [rate for row in ("--map compact:", "--map lanes --steps-per-launch 1:", "--map lanes:") for which in (1, 2)
          for rate in every("host.txt", row, which)]
claim(FIGURES, "was # to # GB/s for these rows", *span(copies))
claim(FIGURES, "reach # to # cells a second", *span(every("host.txt", "--map lanes:", "cells/s")))

# maps.md: every eval and hash for each intra.
for intra, text in (("box", "`--intra box`, all evals and hashes"), ("lut", "`--intra lut`"),
                    ("unroll", "`--intra unroll`")):
    claim(MAPS, f"| {text} | # to # | # to # | # to # |",
          *[bound for work in ("sw", "rd", "ca") for bound in span([
              number("maps.txt", f"-w {work} --map lambda --eval {eval} --hash {hash} --intra {intra}", 3)
              for eval in ("unrolled", "shuffle") for hash in ("table", "shared", "arith")])])

# tensor-cores.md: times, and counters.
WAYS = ("unrolled", "shuffle", "tc=1", "tc=2", "tc=3", "tc=4")


def tensor(work, row, way):
    place = WAYS.index(way) + (1 if "rho" in row else 2)
    return number("tensor.txt", row, place, f"lambda, {work}")


for work, row in [(work, row) for work in ("sw", "rd", "ca")
                  for row in ("gasket 16", "gasket 16, rho 8", "gasket 16, rho 16", "gasket 17", "gasket 18")
                  if work != "ca" or "rho" not in row]:
    text = row.replace("gasket ", "r = ").replace("rho ", "rho = ")
    claim(TENSOR, f"| {work}, {text} | # | # | # | # | # | # |", *[tensor(work, row, way) for way in WAYS])
for rho, text in ((8, "At rho = 8 variant 2 is # times as fast as the shuffles and # times as fast as the"
                      " unrolled lambda"),
                  (16, "at rho = 16 it is # and # times as fast")):
    claim(TENSOR, text, *[tensor("rd", f"gasket 16, rho {rho}", way) / tensor("rd", f"gasket 16, rho {rho}", "tc=2")
                          for way in ("shuffle", "unrolled")])
claim(TENSOR, "rd with variant 2 takes #% of the unrolled lambda's time at r = 17 and #% at r = 18",
      *[100 * tensor("rd", row, "tc=2") / tensor("rd", row, "unrolled") for row in ("gasket 17", "gasket 18")])
claim(TENSOR, "lie between # and # ms at rho = 8, and between # and # ms at rho = 16",
      *[bound for rho in (8, 16) for bound in span([tensor("sw", f"gasket 16, rho {rho}", way)
                                                    for way in WAYS if way != "tc=3"])])
boxes = [number("tensor.txt", "gasket 18", 1, f"lambda, {work}") for work in ("sw", "rd", "ca")]
claim(TENSOR, "it takes # ms for sw, # ms for rd and # ms for ca, #, # and # times", *boxes,
      *[box / tensor(work, "gasket 18", "unrolled") for box, work in zip(boxes, ("sw", "rd", "ca"))])


def compact(r, place):
    return number("tensor.txt", f"gasket {r}", place, "compact, ca")


claim(TENSOR, "at r = 18 takes # ms a step without tensor cores and # ms with variant 4; at r = 16 it takes # and"
      " # ms. Variant 1 takes # and # ms",
      *[compact(r, place) for r, place in ((18, 1), (18, 3), (16, 1), (16, 3), (18, 2), (16, 2))])
claim(TENSOR, "`--halo direct` takes # times as long at r = 16", compact(16, 4) / compact(16, 1))

TILES = 3 ** 11
WAY_OPTIONS = {"unrolled": "", "shuffle": " --eval shuffle", **{f"tc={i}": f" --tc={i}" for i in (1, 2, 3, 4)}}


COUNTERS = rows("counters.txt", "columns: (.*);")[0][0].split("; ")


def counter_of(run, name):
    return number("counters.txt", f"{run}:", COUNTERS.index(name) + 1)


def counter(work, way, name):
    return counter_of(f"sierpinski --r 16 -w {work} --steps 5 --map lambda{WAY_OPTIONS[way]}", name)


def instructions(work, way):
    return counter(work, way, "instructions of warps") / TILES


claim(TENSOR, "each of the # tiles", TILES)
for work in ("sw", "rd"):
    for way in WAYS:
        claim(TENSOR, f"| {work} {way} | # us | # | #% | #% | #% | #% |", counter(work, way, "time"),
              instructions(work, way), *[counter(work, way, row) for row in
                                         ("issue slots", "memory", "L1 and shared memory", "tensor cores")])
SECTORS = TILES * 32 * 32  # bytes: a tile has 32 rows of a sector
claim(TENSOR, "one sector each, # MB in all; they are written in # microseconds, at # TB/s", SECTORS / 1e6,
      counter("sw", "unrolled", "time"), SECTORS / counter("sw", "unrolled", "time") / 1e6)
claim(TENSOR, "# MB of them reach the memory", counter("sw", "unrolled", "written to memory"))
claim(TENSOR, "reads # MB in every variant. Variant 2 needs #%", counter("rd", "unrolled", "read from memory"),
      100 * instructions("rd", "tc=2") / instructions("rd", "unrolled"))
claim(TENSOR, "(# warps for each that issues, against #)",
      *[counter("rd", way, "stalled for memory") for way in ("tc=2", "unrolled")])
claim(TENSOR, "Memory is at #% and #% of its peak",
      *[counter("rd", way, "memory") for way in ("tc=2", "unrolled")])
claim(TENSOR, "at # to #% of its peak: operands",
      *span([counter(work, way, "L1 and shared memory") for work in ("sw", "rd") for way in ("tc=1", "tc=3")]))
claim(TENSOR, "are never above #%", max(counter(work, way, "tensor cores") for work in ("sw", "rd") for way in WAYS))
claim(TENSOR, "of the # instructions of a tile could go (sw; of # for rd)",
      *[instructions(work, "tc=4") for work in ("sw", "rd")])
claim(TENSOR, "has # instructions fewer than variant 4 for sw and # fewer for rd",
      *[instructions(work, "tc=4") - instructions(work, "shuffle") for work in ("sw", "rd")])
claim(TENSOR, "variant 2 has # fewer for rd", instructions("rd", "tc=4") - instructions("rd", "tc=2"))
given(TENSOR, "counts of instructions that this page derives", "Some 20 of the")

# lanes.md: counters and trials.
LANES_COUNTERS = (("gasket, r = 18", "sierpinski --r 18 --map lanes --steps 60"),
                  ("gasket, r = 22", "sierpinski --r 22 --map lanes --steps 60"),
                  ("carpet, r = 11", "carpet --r 11 --map lanes --steps 60"),
                  ("hfractal, r = 11", "hfractal --r 11 --map lanes --steps 60"),
                  ("candy, r = 9", "candy --r 9 --map lanes --steps 60"),
                  ("vicsek, r = 14", "vicsek --r 14 --map lanes --steps 60"),
                  ("gasket, r = 12, grid", "sierpinski --r 12 --map lanes --steps 3000 --resident grid"),
                  ("gasket, r = 12, cluster", "sierpinski --r 12 --map lanes --steps 3000 --resident cluster"))
for text, run in LANES_COUNTERS:
    claim(LANES, f"| {text} | #% | #% | #% | # |",
          *[counter_of(run, name)
            for name in ("32-bit logic", "memory", "warps resident", "registers a thread")])
for name, r in (("vicsek", 10), ("hfractal", 9), ("carpet", 9), ("hfractal", 10), ("gasket", 18), ("carpet", 10),
                ("candy", 8)):
    registers, memory = [number("lanes.txt", f"{called(name)} {r} - - - - no {way}")
                         for way in ("registers", "memory")]
    claim(LANES, f"| {name}, r = {r} | # ms | # ms | # |", registers, memory, registers / memory)


def small(state, choice):
    before, _, after = choice.partition(" --steps-per-launch ")
    steps, _, rest = after.partition(" ")
    return number("small.txt", f"{state} --tile {before} {rest}:", f"us T{steps}")


NO = " --block 128 --resident no --crossed"
claim(LANES, "| candy, r = 7 | # us, two steps a launch | # us, three |",
      *[small("candy 7 35831808", f"16 --lanes 144 --steps-per-launch {steps}{NO} registers{own}")
        for steps, own in ((2, " own"), (3, ""))])
claim(LANES, "r = 6 | # us, words of 225 lanes | # us, 15 lanes |",
      *[small("stair 6 11390625", f"5 --lanes {lanes} --steps-per-launch 4{NO} registers{own}")
        for lanes, own in ((225, " own"), (15, ""))])


def tiles(state, tile, lanes, steps, crossed):
    return small(state, f"{tile} --lanes {lanes} --steps-per-launch {steps}{NO} {crossed}")


FLAKE, SQUARE = "flake 7 268435456", "square 7 268435456"
claim(LANES, "| snowflake, r = 7 | # us, two steps a launch | # us, three |",
      *[tiles(FLAKE, 5, 256, steps, f"memory{own}") for steps, own in ((2, " own"), (3, ""))])
for r, state, steps, crossed in ((7, "stair 7 170859375", 3, "registers"), (8, "stair 8 2562890625", 4, "memory")):
    claim(LANES, f"| staircase, r = {r} | # us, tiles of 15 cells | # us, 225 cells |",
          tiles(state, 5, 225, 3, "memory own"), tiles(state, 25, 225, steps, crossed))
claim(LANES, "# instead of # us for a full square of 4 x 4 at r = 7, and # for the snowflake",
      tiles(SQUARE, 16, 256, 2, "registers"), tiles(SQUARE, 4, 256, 2, "memory own"), tiles(FLAKE, 25, 256, 2, "registers"))
given(LANES, "the plan's limit, and sizes of tiles", "limits tiles to 160 cells, since tiles of 256 are")
SLOTS = "Of the next day"
claim(LANES, "two more fractals: # for `seven` (7 replicas) at r = 9, # for `septa` (28 replicas)",
      *[number("lanes_trials.txt", row, 2, SLOTS) / number("lanes_trials.txt", row, 1, SLOTS)
        for row in ("seven 9", "septa 6")])
FIRST = "The first kernels, by"
for name, r, row in (("gasket", 22, "sierpinski 22 16 243 4 128"), ("carpet", 11, "carpet 11 9 64 2 128")):
    claim(LANES, f"| {name}, r = {r} | # | # |", number("lanes_trials.txt", row, 2, FIRST), figure(name, r, "ca", "cells/s"))


def slower(with_it, without):
    return abs(100 * (number("lanes_trials.txt", with_it) / number("lanes_trials.txt", without) - 1))


claim(LANES, "#% slower for the gasket, #% faster for hfractal and #% slower for the carpet",
      slower("sierpinski 5 0x242690e3c0deaf92", "sierpinski 0 0x242690e3c0deaf92"),
      slower("hfractal 5 0xa9028e8b98d055e7", "hfractal 0 0xa9028e8b98d055e7"),
      slower("carpet 5 0xc312f11359ce52b9", "carpet 0 0xc312f11359ce52b9"))
claim(LANES, "#% slower on the carpet (`lanes_trials.txt`, local4)",
      slower("carpet.local4 e25598fd5f2bc408", "carpet.base e25598fd5f2bc408"))
claim(LANES, "kernels up to # times as slow", number("lanes_trials.txt", "candy8.m 706113cbcbf94941")
      / number("lanes_trials.txt", "candy8.d 706113cbcbf94941"))
ACQUIRED = "Then, all `--crossed memory`"
own = [number("h100/small.txt", "sierpinski 12 531441 8 27 T3 b96 cluster own", "us"),
       small("sierpinski 12 531441", "8 --lanes 27 --steps-per-launch 3 --block 96 --resident cluster own")]
claim(LANES, "takes # us a step for the gasket at r = 12 where an H200 takes # us: a round of three steps takes its cluster #"
      " us", *own, 3 * (own[0] - own[1]))
claim(LANES, "#% less time for the carpet at r = 10", 100 * (1 - number("lanes_trials.txt", "carpet 10", 5, ACQUIRED)
                                                        / number("lanes_trials.txt", "carpet 10", 3, ACQUIRED)))

# Programs.
PROGRAMS = "docs/programs.md"
given(PROGRAMS, "a constant, and limits that docs.sh compares with the code", "| 3.14159... |", "numbers in one | 16; 1024 |",
      "expanded in all | 32; 4096 |", "their distance on an axis | 1100; 16 cells |", "their distance on an axis | 128; 8 cells |")
given(PROGRAMS, "limits, what is known of the carpet, and the errors that tests/sweeps/physics.sh states",
      "at most 160 entries, as in", "of up to 256 cells", "tile of at most 400 cells", "large domains grow below T of about 1.48.", "the critical temperature, T = 1.48 [HOTRG, arXiv 1904.10645]",
      "the square without its corners, T = 1.317 [arXiv 1509.05596]", "its corners and edges, T = 2.652 [arXiv 2506.17053]",
      "has 3.4e7 spins at level 5, and 3.4e10 at level 7:",
      "below T of about 1.48, carpet12 below 1.317, cube32 below 2.652 |", "to 4.5 and 5 standard errors", "to 1e-5 in f32 and 1e-12 in f64", "fits to 5% at small levels",
      "`heat` to 1e-5, `walk` to 1e-12, `wave` to 1e-4")
for name, row in (("gasket, triangular", "sierpinski"), ("vicsek", "vicsek"), ("carpet", "carpet")):
    claim(PROGRAMS, f"| {name} | # | # | # | # |",
          *[number("physics_host.txt", f"{row}.{dimension}", which) for dimension in ("d_s", "d_w") for which in (1, 3)])
claim(PROGRAMS, "| topplings a grain | #, with an error of # | # |", *[number("physics_host.txt", "mean", which) for which in (1, 2, 3)])
claim(PROGRAMS, "| exponent of sizes | # | #, the conjecture |", *[number("physics_host.txt", "size.exponent", which) for which in (1, 2)])
claim(PROGRAMS, "| exponent of areas | # |", number("physics_host.txt", "area.exponent"))
claim(PROGRAMS, "of # cells: at T = 1 an edge has the energy -#, with an error of #, where -# is exact", 3 ** 12,
      *[number("physics.txt", "energy[T=1]", which) for which in (1, 2, 3)])


def by_program(fractal, program, steps, which=2):
    return number("h100/programs.txt", f"{fractal} --program {program} --steps {steps}", which)


def counter(fractal, program, steps, metric):
    names = rows("h100/programs.txt", "counters: (.*);")[0][0].split("; ")
    return number("h100/programs.txt", f"{fractal} --program {program} --steps {steps}: the third launch:", names.index(metric) + 1)


ALU, MEMORY = "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active", "dram__throughput.avg.pct_of_peak_sustained_elapsed"
FMA, ISSUED = "sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active", "smsp__issue_active.avg.pct_of_peak_sustained_active"
ORACLE = "tests/oracle/programs"
for label, fractal, program, steps in (
        ("`ising`, gasket r = 20", "sierpinski --r 20", "ising", 60), ("`ising`, carpet r = 10", "carpet --r 10", "ising", 60),
        ("`ising`, vicsek r = 13", "vicsek --r 13", "ising", 60), ("two thresholds", "sierpinski --r 20", "bits.lua", 60),
        ("Wireworld, gasket r = 20", "sierpinski --r 20", f"{ORACLE}/wireworld.lua", 240),
        ("forest fire, carpet r = 10", "carpet --r 10", f"{ORACLE}/forest.lua", 60),
        ("`heat` in f32, gasket r = 18", "sierpinski --r 18", "heat", 240),
        ("`heat` in f32, carpet r = 9", "carpet --r 9", "heat", 240),
        ("`grayscott`, carpet r = 9", "carpet --r 9", "grayscott", 240)):
    claim(PROGRAMS, f"{label} | # | #% | #% | #% | #% |", by_program(fractal, program, steps),
          *[counter(fractal, program, steps, metric) for metric in (ALU, FMA, ISSUED, MEMORY)])
one_step, six = [number("wide.txt", f"sierpinski --r 18 --program {ORACLE}/heat32.lua --steps 120 --steps-per-launch {steps}"
                        " --block 256", "cells") for steps in (1, 6)]
claim(PROGRAMS, "runs at # cells a second on the gasket, #% of the copy rate, and with 6 at #", one_step,
      100 * one_step * 8 / (rate("copy", "figures.json") * 1e12), six)
for r, which in ((10, 4), (16, 3)):
    claim(PROGRAMS, f"| r = {r} | # us | # us |", *[number("persistent.txt", f"ising sierpinski {r}", column) for column in (which, 1)])
claim("docs/lanes.md", "gasket at r = 17 takes # us, in a persistent launch # us",
      *[number("persistent.txt", "ising sierpinski 17", which) for which in (1, 2)])
claim(PROGRAMS, "a step of the forest fire takes # ms with one step a launch and took # ms with two and # ms with three",
      *[number("steps_drawn.txt", "forest_fire carpet 10", which) / 1e3 for which in (1, 2, 3)])
alike = [number("h100/programs.txt", f"sierpinski --r {r} --program {program} --tile {tile} --map lanes --resident no --steps 60", 2)
         for program, tile, r in (("ising", 8, 17), ("ising", 8, 20), ("forest_fire", 4, 16), ("forest_fire", 4, 20))]
claim(PROGRAMS, "| Ising, gasket, r = 17 and 20 | # | # |", *alike[:2])
claim(PROGRAMS, "| forest fire, gasket, r = 16 and 20 | # | # |", *alike[2:])
given(PROGRAMS, "limits, which docs.sh compares with the code, and the promise of reals",
      *[f"| {words} |" for words in ("1048576 bytes; 65536 bytes", "200 deep", "256 each", "4096; 8", "3840 bytes", "16; 1024", "256; 256", "32; 4096",
                                    "1100; 16 cells", "3.14159...", "256", "100000", "1000000", "2147483647")], "lanes are at most 256 and fill", "at most 256 values", "agree to 1e-12")
given(PROGRAMS, "limits of what is planned, and when a remark is made", "off by more than 1%", "Past 3840 bytes of thresholds",
      "more than 4096 cases", "at most 262144", "at most 16777216 times", "at most 16384 operations", "524288 for all cells", "the limit is 12000 for these cells", "above 46 KiB (256 KiB on a processor)",
      "and 320 thresholds", "up to 128 neighbours", "33 to 128 neighbours", "more than 50 of them", "more than 80 or past 4 away")
given("docs/lanes.md", "limits, and from which average counts run along rows, which radius.txt has", "more than 128 neighbours",
      "has more than 50:", "radius 6 on", "from 4 on", "work for 480 threads")
given(PROGRAMS, "levels that were measured", "On the carpet of r = 10 a step", "r = 17 and 20", "r = 16 and 20")
whole_runs = rows("h100/programs.txt", r"^(0\.\d{3}) (0\.\d{3})$")
claim(PROGRAMS, "take # s without and # s with it", *[statistics.median(map(float, column)) for column in zip(*whole_runs)])
given(PROGRAMS, "what was measured", "every 10 sweeps", "400 sweeps", "at r = 19", "One H100",
      "With one step", "A unit near 100% is the")

# Checkpoints.
CHECKPOINTS = "docs/checkpoints.md"
for words, row in (("gasket, r = 20, lanes", "sierpinski --r 20 --map lanes"), ("heat, vicsek, r = 12", "vicsek --r 12 --program heat"),
                   ("Ising, vicsek, r = 12", "vicsek --r 12 --program ising"), ("carpet, r = 9, bytes", "carpet --r 9 --map compact")):
    claim(CHECKPOINTS, f"| {words} | # MB | # MB/s, # MB/s | #% |", *[number("h100/checkpoint.txt", row, which) for which in (1, 2, 3)],
          number("checkpoint_host.txt", row, "%"))

# Many GPUs.
SCALING = "docs/scaling.md"
STRONG = {"gasket, r = 24: 2.8e11 cells": "sierpinski --r 24 --steps 64", "the same in place": "sierpinski --r 24 --steps 64 --buffers 1",
          "gasket, r = 22": "sierpinski --r 22 --steps 256", "gasket, r = 20": "sierpinski --r 20 --steps 2048",
          "gasket, r = 18": "sierpinski --r 18 --steps 8192", "vicsek, r = 15": "vicsek --r 15 --steps 64",
          "| carpet, r = 11": "carpet --r 11 --steps 128", "| carpet, r = 12": "carpet --r 12 --steps 64",
          "Ising, carpet, r = 11": "carpet --r 11 --program ising --steps 20",
          "heat in f32, carpet, r = 10": "carpet --r 10 --program heat --steps 40"}


def scaled(kind, work, gpus, which):
    return number("scaling.txt", f"{kind} {work}, {gpus}:", which)


def parted(work, words):
    return float(rows("memory.txt", rf"{work}.* {words} +({NUMBER}) cells/s")[0][0])


def copied(work):
    return float(rows("ensembles.txt", rf"{work} .* ({NUMBER}) cells/s")[0][0])


for label, work in STRONG.items():
    claim(SCALING, f"{label} | # ms | # ms | #% |", scaled("strong", work, "1 GPU", 1), scaled("strong", work, "2 GPUs", 1),
          scaled("strong", work, "2 GPUs", 3))
for label, copies, ways in (("gasket, r = 10", 16, ""), ("the same", 256, ""), ("the same", 1024, "20")):
    work = f"sierpinski --r 10 --program ising --steps 400 --seed 1..{copies} --resident"
    large = [copied(f"sierpinski --r {ways} --program ising --steps 100")] if ways else []
    claim("docs/programs.md", f"| {label}, {copies} copies | # | # |" + (f" #, r = {ways} |" if ways else " |"), copied(f"{work} no"), copied(f"{work} cluster"), *large)
work = "carpet --r 6 --program ising --steps 400 --sweep T=1.0..3.0/64 --resident"
claim("docs/programs.md", "| carpet, r = 6, 64 copies | # | # | #, r = 10 |", copied(f"{work} no"), copied(f"{work} cluster"),
      copied("carpet --r 10 --program ising --steps 100"))
given("docs/studies.md", "couplings, known temperatures and sizes", "from 0.2 to 2", "1.4783(1) by HOTRG [arXiv 1904.10645]", "Levels 7 and 8", "12 of 16", "32 of 64", "are 1.317 [arXiv 1509.05596] and 2.65231 [arXiv 2506.17053]", "about 1.2 standard", "are at 1.2975", "Phys. Rev. B 64, 134414", "arXiv cond-mat/0303175", "For p = 0.9", "For p = 0.5", "after 300000 sweeps")
for label, work in (("r = 25", "sierpinski --r 25 --steps 64"), ("r = 16", "vicsek --r 16 --steps 64"),
                    ("Ising, carpet, r = 11 | r = 12", "carpet --r 12 --program ising --steps 8")):
    claim(SCALING, f"| {label} | #% |", scaled("weak", work, "2 GPUs", 3))
claim(SCALING, "The gasket at r = 25, # cells with two buffers, took # ms a step", 3 ** 25,
      scaled("largest", "sierpinski --r 25 --steps 32 --verify", "2 GPUs", 1))
# States in parts.
for label, work, memory in (("gasket, r = 24", "sierpinski --r 24", "16G"), ("gasket, r = 22", "sierpinski --r 22", "2G"),
                            ("gasket, r = 20", "sierpinski --r 20 --map lanes --rule B2/S23", "512M"), ("vicsek, r = 14", "vicsek --r 14", "512M"),
                            ("the same", "sierpinski --r 20 --map lanes --rule B2/S23", "64M"), ("vicsek, r = 15", "vicsek --r 15", "2G"),
                            ("carpet, r = 11", "carpet --r 11", "512M"), ("carpet, r = 12", "carpet --r 12", "4500M"),
                            ("Ising, gasket, r = 20", "sierpinski --r 20 --map lanes --program ising", "300M"),
                            ("heat in f32, gasket, r = 18", "sierpinski --r 18", "2G"),
                            ("heat in f32, gasket, r = 20", "sierpinski --r 20 --map lanes --program tests/oracle/programs/heat32.lua", "8G")):
    claim(SCALING, f"| {label} | # | {memory} | # |", *[parted(work, words) for words in ("in core", memory)])
claim(SCALING, "by 120G, from # GB of the host's memory, it makes #.", *map(float, rows("memory.txt", rf".* ({NUMBER}) GB of the host's memory, ({NUMBER}) cells/s")[0]))
claim(SCALING, "which writes # MB a second, give # and # cells a second", float(rows("memory.txt", rf"the disk of the files: .* ({NUMBER}) MB/s")[0][0]),
      *[parted(work, "in files") for work in ("sierpinski --r 20", "sierpinski --r 22")])
# The tables that scaling.sh four and eight print, each row as its line says.
for gpus in (4, 8):
    for kind, work, count, ms, each, share, together in rows(f"scaling{gpus}.txt",
            rf"(strong|weak|largest) (.+), (\d+) GPUs?: ({NUMBER}) ms a step, ({NUMBER}) cells/s each(?:, ({NUMBER})%)?, ({NUMBER}) cells/s in all"):
        values = [ms, together] + [share] * (share != "")
        claim(SCALING, f"| {kind} `{work}` | {count} of {gpus} | # ms | # |" + " #% |" * (share != ""), *map(float, values))
given(SCALING, "what `nbbgen info` counts, and what this page derives from it", "| 11.3 kB from 4 at most | 11.6 kB from 4 at most |",
      "| 7.9 kB from 4 at most | 6.4 kB from 4 at most |", "| 5.04 MB from up to 7 | 1.68 MB from up to 7 |", "about 0.02 ms", "about 4.6 ms", "is 0.1%",
      "of 50 GB/s takes 0.2 us for 11.6 kB", "would keep 97%", "from r = 25 on, where a launch takes 1 ms", "0.84 MB at r = 11", "cost 0.04 ms",
      "5 MB compare with 5.7 ms", "5 MB take 0.1 ms", "2% of it")
given(SCALING, "limits, and the memory given", "the most steps up to 512", "with files 2048")
given("docs/definitions.md", "a rotation", "`\"270\"` and the two")
given(SCALING, "a level and a count", "2.8e11 cells", "on 11 states", "Two H200 of one", "At r = 18 of the gasket it costs")

# choices.md: what each choice gains at most.
CHOICES = "docs/choices.md"


def gain(text, better, worse, unit="ms"):
    claim(CHOICES, f"{text} | # {unit} | # {unit} | # times |", better, worse, worse / better)


def lane(row):
    return number("lanes.txt", row)


def storage(row, name):
    return number("storages.txt", row, {"packed": 1, "embedded": 2, "bits": 3}[name])


COMB, H9 = "comb 7 19487171", "hfractal 9 40353607"
gain("`--tile 7`, not 49 | ca, comb of 11 replicas, r = 7", *[tiles(COMB, side, 121, 2, "registers") for side in (7, 49)], "us")
gain("`--lanes 49`, not 7 | ca, hfractal, r = 9", tiles(H9, 9, 49, 4, "registers"), tiles(H9, 9, 7, 4, "memory"), "us")
gain("`--steps-per-launch 5`, not 1 | ca, gasket, r = 22", *[lane(f"sierpinski 22 16 243 {steps} 128 auto auto") for steps in (5, 1)])
gain("`--block 96`, not 192 | ca, gasket, r = 12, in a cluster", *[lane(f"sierpinski 12 8 27 3 {block} cluster auto") for block in (96, 192)])
gain("`--persistent grid`, not `no` | Ising, Vicsek, r = 8", *[number("persistent.txt", "ising vicsek 8", way) for way in (2, 1)], "us")
gain("`--persistent cluster`, not `grid` | forest fire, carpet, r = 5",
     *[number("persistent.txt", "forest_fire carpet 5", way) for way in (3, 2)], "us")
gain("`--permuted memory`, not `registers` | ca, candy, r = 8", *[lane(f"candy 8 - - - - no {way}") for way in ("memory", "registers")])
gain("`--permuted registers`, not `memory` | ca, Vicsek, r = 10", *[lane(f"vicsek 10 - - - - no {way}") for way in ("registers", "memory")])
for better, worse, text, row in (
        ("bits", "embedded", "Wireworld, tetrahedron, n = 1024", "tetrahedron --n 1024 --program wireworld --steps 80"),
        ("packed", "embedded", "sw, tetrahedron, n = 512", "tetrahedron --n 512 -w sw --steps 80"),
        ("embedded", "packed", "Ising, tetrahedron, n = 1024", "tetrahedron --n 1024 --program ising --steps 40")):
    gain(f"`--storage {better}`, not `{worse}` | {text}", storage(row, better), storage(row, worse))
gain("`--chunk 16`, not 1 | sw, box of the triangle, n = 65536",
     *[number("simplex.txt", f"sw bb{way} n = 65536") for way in (", 16 bytes a thread", "")])
SW16 = "-w sw --map lambda --eval unrolled --hash table --intra"
gain("`--intra box`, not `lut` | sw, gasket, r = 16", *[number("maps.txt", f"{SW16} {intra}", 3) for intra in ("box", "lut")])
gain("`--hash arith`, not `table` | rd with `--intra unroll`, gasket, r = 16",
     *[number("maps.txt", f"-w rd --map lambda --eval unrolled --hash {hash} --intra unroll", 3) for hash in ("arith", "table")])
gain("`--eval shuffle`, not `unrolled` | ca on compact, gasket, r = 15",
     *[number("maps.txt", f"-w ca --map compact --eval {way} --intra box", 2) for way in ("shuffle", "unrolled")])
gain("`--eval grouped`, not `unrolled` | ca on compact, gasket, r = 16", number("measure.txt", GASKET16 + "--map compact --steps 1000"),
     number("compact.txt", "maps sierpinski --r 16 --map compact --eval unrolled --steps 100", 2))
gain("`--halo shared`, not `direct` | ca on compact, gasket, r = 16", compact(16, 1), compact(16, 4))
gain("`--tc=2`, not `--eval shuffle` | rd, gasket, r = 16, tiles of 8 x 8",
     *[tensor("rd", "gasket 16, rho 8", way) for way in ("tc=2", "shuffle")])
gain("`--recursion one-pass`, not `branches` | sw, tetrahedron, n = 1600",
     *[number("simplex.txt", f"sw m3 {way} packed n = 1600") for way in ("lambda", "branches")])
DIRECT = '"cells_per_second"'
gain("by strips | heat in f32, triangle, n = 32768", *[number("strips_trials.txt", row, DIRECT) for row in ("heat_embedded_s4_b7", "heat_direct")])
gain("values in words | heat in f32, gasket, r = 18",
     *[number("wide.txt", f"sierpinski --r 18 --program {ORACLE}/heat32.lua --steps 120 --steps-per-launch {steps} --block 256", "ms")
       for steps in (6, 1)])
gain("by layers | ca on bytes, tetrahedron, n = 1024",
     *[number("march_trials.txt", f"n = 1024 ca embedded {how}") for how in ("S4 K4 SY56 SZ56 b2", "S1 K2 SY28 SZ56 b4")])
gain("loaded ahead | ca on bits, tetrahedron, n = 1600",
     *[number("bits_trials.txt", f"1600 {how}") for how in ("4 rows, loaded ahead, 20 blocks", "a row a thread (before)")])
gain("prefetched at once | ca on bits, tetrahedron, n = 1600 (H100)",
     *[number("h100/choices_trials.txt", "tetrahedron --n 1600 --storage bits:", which) for which in (1, 2)])
gain("at the edge, first | Ising on bits, triangle, n = 16384",
     *[number("march_trials.txt", "apart, triangle 16384, ising:", which) for which in (1, 3)])
def rates(text, better, worse):
    claim(CHOICES, f"{text} | # cells/s | # cells/s | # times |", better, worse, better / worse)


for text, row in (("`--schedule tile`, not `cells` | Wireworld, carpet on compact, r = 9", "carpet --r 9 --map compact --program wireworld"),
                  ("`--schedule march`, not `columns` | Wireworld on bits, triangle, n = 32768",
                   "triangle --n 32768 --storage bits --program wireworld"),
                  ("`--schedule straight`, not `cells` | Ising, carpet, r = 9", "carpet --r 9 --program ising")):
    rates(text, *[number("schedules.txt", row, which) for which in (1, 2)])
rates("copied to patches | Lenia, carpet, r = 8", *[number("patches.txt", "carpet --r 8 --program lenia", which) for which in (1, 2)])
for text, row in (("lenia, map compact | disc(5) | 8", "carpet --r 8 --program lenia"), ("lenia, map lanes | disc(5) | 8", "carpet --r 8 --map lanes --program lenia"),
                  ("larger_than_life, map compact | box(5) | 8", "carpet --r 8 --map compact --program larger_than_life")):
    claim(PROGRAMS, f"| {text} | # | # |", *[number("patches.txt", row, which) for which in (1, 2)])
rates("as a graph | ca, carpet, r = 7, not persistent", *[number("choices_trials.txt", "carpet --r 7 --resident no", which) for which in (1, 3)])
rates("past caches | ca, gasket, r = 20 (its host, 16 processors)",
      *[number("choices_trials.txt", "sierpinski --r 20", which) for which in (1, 7)])
gain("in strips of columns | larger than Life, R = 2, carpet, r = 10", number("radius.txt", "carpet 10, box2.lua", 3), number("operations.txt", "carpet 10, box2.lua", 3))
gain("sized for a multiprocessor | larger than Life, R = 7, gasket, r = 17", number("radius.txt", "sierpinski 17, box(7)", 3), number("radius.txt", "sierpinski 17, box(7)", 1))
PARENT, TILE = [number("radius.txt", "R = 15", which, "square r = 15, tiles of 32 x 32") for which in (4, 1)]
claim(CHOICES, "parent's tiles | larger than Life, R = 15, square, r = 15 | # cells/s | # cells/s | # times |", PARENT, TILE, PARENT / TILE)
gain("in one launch | Ising on bits, triangle, n = 131072",
     *[number("bits_trials.txt", f"131072 {how}") for how in ("slabs of 60 rows, 8 blocks", "turn by turn, 6 blocks")])
for text, section in (("f and -f | Ising, carpet, r = 10", "Chances of f and -f"), ("in one call | Ising, carpet, r = 10", "Draws of two words")):
    gain(text, *[number("ising_trials.txt", "carpet 10", which, section) for which in (3, 1)])
gain("and covers | Wireworld, gasket, r = 20", *[number("operations.txt", "sierpinski 20, wireworld", which) for which in (3, 1)])
gain("the same | larger than Life, R = 1, square, r = 15", *[number("operations.txt", "square r = 15, box1.lua", which) for which in (3, 1)])
gain("into full warps | Ising, carpet, r = 10", *[number("deferred.txt", "ising, carpet 10", which) for which in (2, 1)])


def trial(row):
    return number("h100/choices_trials.txt", f"{row}:")


gain("in shared memory | 8 states, gasket on compact, r = 17 (H100)",
     *[number("h100/boxes_trials.txt", f"sierpinski --r 17 --map compact --steps 20 cyclic, {way}:") for way in ("box", "cell by cell")])
gain("`--occupancy 4`, not 2 | heat in f32, carpet, r = 9 (H100)",
     *[trial(f"carpet --r 9 --program heat --map lanes --steps 60 --occupancy {blocks}") for blocks in (4, 2)])
gain("words held | ca, gasket turned around, r = 20 (H100)",
     *[trial(f"{how}turned.lua --r 20 --map lanes --resident no --steps 60") for how in ("", "ONE_WAY=1 ")])
gain("a thread | triangle, n = 32768 (H100)",
     *[trial(f"{how}triangle --n 32768 --program rmw --storage packed --steps 60") for how in ("", "NO_FOURS=1 ")])
gain("positions of a tile | Ising, gasket, r = 20 (H100)", *[number("h100/choices_trials.txt", "sierpinski --r 20:", which) for which in (3, 2)])
gain("launch waits | 64 copies of Ising, carpet, r = 6 (H100)",
     *[number("h100/ahead_trials.txt", "carpet --r 6 --program ising --seed 1..64 --steps 3000", which) for which in (3, 1)], "us")
VICSEK9 = "nbbgen run vicsek --r 9 --program ising --map lanes --steps 30 --device cpu --threads 1"
gain("in each turn | Ising, Vicsek, r = 9 (a processor)", *[number("choices_host.txt", f"{VICSEK9}, {when}:") for when in ("once", "turns")])
