"""claims_simplices.py - as claims.py, whose names it has: the numbers of simplices.md."""

given(SIMPLICES, "what half precision holds, and the bits of drawn points", "from 65520 on to infinity", "53 bits for f64 and 24 for")
given(SIMPLICES, "what `nbbgen info simplex` computes", "50% for m = 3, 9.09% for m = 4 and 0.28% for m = 6",
      "in steps of 1e-5", "only from n = 3234 on", "the sum is 672, with one cube", "itself has 120 cells", "256 + 32 + 4 = 292 cells, for 210; without end 71.43% is",
      "gives 292.5, half", "gives 4672; q = beta r gives 768 and q = r^m 273", "has 330 cells, which 292 do not", "would be 50%")

for name, n, m3 in (("triangle", 131072, ""), ("triangle", 100000, ""), ("tetrahedron", 1600, "m3 ")):
    box, enum, cover = [number("simplex.txt", f"sw {m3}{way} n = {n}")
                        for way in ("bb", "enum packed", "lambda packed")]
    claim(SIMPLICES, f"{name}, n = {n} | # ms | # ms | # ms | # times |", box, enum, cover, box / cover)
box, branches = [number("simplex.txt", f"sw m3 {way} n = 1600") for way in ("bb", "branches packed")]
claim(SIMPLICES, "n = 1600, `--recursion branches` | # ms | | # ms | # times |", box, branches, box / branches)
for text, row in (("is then # for the triangle of side 65536 (# against # ms)", "sw {} n = 65536"),
                  ("and # for the tetrahedron of side 1024 (# against # ms)", "sw m3 {} n = 1024")):
    wide, cover = [number("simplex.txt", row.format(way)) for way in ("bb, 16 bytes a thread", "lambda packed")]
    claim(SIMPLICES, text, wide / cover, wide, cover)
claim(SIMPLICES, "lambda writes # TB/s of cells for the triangle, as fast as the memory can be written (# TB/s), and"
      " # TB/s",
      number("simplex.txt", "sw lambda packed n = 131072", "GB/s") / 1000, rate("write", "simplex.txt"),
      number("simplex.txt", "sw m3 lambda packed n = 1600", "GB/s") / 1000)
claim(SIMPLICES, "# against # ms for the triangle of side 65536, # against # ms for the tetrahedron of side 1024 (`simpl",
      *[bench("simplices.json", simplex, n, "sw", "ms a step", f"{map} --storage embedded")
        for simplex, n in (("triangle", 65536), ("tetrahedron", 1024)) for map in ("enum", "lambda")])


def strips(row, which=1):
    return number("strips.txt", row, which)


def trial(row):
    return number("strips_trials.txt", row, '"cells_per_second"')


for way, flat, deep in [("heat, packed, cell by cell", "heat packed, cell by cell", "heat m3 packed, cell by cell"),
                        ("heat, packed, a step a launch", "heat packed, one step a launch", "heat m3 packed, one step a launch"),
                        ("heat, packed, 4 steps a launch, or 2 in space", "heat packed", "heat m3 packed"),
                        ("heat, embedded, as many", "heat embedded", "heat m3 embedded"),
                        ("ca, a tile a block, a step a launch", "ca by bytes, a tile a block", "ca m3 by bytes, a tile a block"),
                        ("ca, packed, a step a launch", "ca by bytes packed, one step a launch", "ca m3 by bytes packed, one step a launch"),
                        ("ca, packed, 4 steps a launch", "ca by bytes packed", "ca m3 by bytes packed"),
                        ("ca, embedded, as many", "ca by bytes embedded", "ca m3 by bytes embedded")]:
    claim(SIMPLICES, f"| {way} | # ms | # | # ms | # |",
          *(strips(f"{row} n = {n}", which) for row, n in ((flat, 32768), (deep, 1024)) for which in (1, 2)))
copied = rate("copy", "strips.txt") * 1e12 / 8
claim(SIMPLICES, "would reach # cells a second on the triangle: one step a launch reaches #% of", copied,
      100 * strips("heat packed, one step a launch n = 32768", 2) / copied)
claim(SIMPLICES, "wireworld went from # to # ms on an H100", *[number("h100/merged.txt", "bits.sh: wireworld m2 bits n = 32768:", which) for which in (1, 2)])
claim(SIMPLICES, "With 2 and 3 steps a launch, kernels by hand took # and # ms on", trial("heat_packed_s2"), trial("heat_packed_s3"))
claim(SIMPLICES, "takes # ms for the triangle of side 32768, #% of the copy", strips("rmw packed n = 32768"),
      strips("rmw packed n = 32768", 3) / rate("copy", "strips.txt") / 10)
for row, label, n in [("f32, 2 axes", "edm 2 axes packed", 32768), ("f32, 3 axes", "edm 3 axes packed", 32768),
                      ("f32, 2 axes", "edm 2 axes packed", 65536), ("f32, 3 axes", "edm 3 axes packed", 65536),
                      ("f32, 8 axes", "edm 8 axes packed", 32768), ("f16, 2 axes", "edm 2 axes f16 packed", 32768),
                      ("f64, 2 axes", "edm 2 axes f64 packed", 32768)]:
    claim(SIMPLICES, f"| {row} | {n} | # ms | #% |", strips(f"{label} n = {n}"),
          strips(f"{label} n = {n}", 3) / rate("write", "strips.txt") / 10)
given(SIMPLICES, "what the authors' own program took on an H200",
      "triangle, n = 32768, distances, float, 2 axes | 1.45 ms", "triangle, n = 32768, ca | 4.64 ms", "tetrahedron, n = 1024, ca | 1.46 ms",
      "triangle, n = 32768, add 1 to each int | 2.11 ms, 1.73 ms on")
claim(SIMPLICES, "| 1.45 ms | # ms |", strips("edm 2 axes packed n = 32768"))
claim(SIMPLICES, "| 4.64 ms, int cells | # ms by bits, # ms by bytes |", number("bits.txt", "ca m2 bits n = 32768"),
      number("bits.txt", "ca m2 embedded n = 32768"))
claim(SIMPLICES, "6 neighbours | # ms by bits, # ms by bytes, 26", number("bits.txt", "ca m3 bits n = 1024"),
      number("bits.txt", "ca m3 embedded n = 1024"))
claim(SIMPLICES, "1.73 ms on tensor cores | # ms |", strips("rmw packed n = 32768"))
for kind, m, sides in [("triangle", 2, (4096, 32768, 131072)), ("tetrahedron", 3, (1024, 1600))]:
    for n in sides:
        row = f"ca m{m} bits n = {n}"
        claim(SIMPLICES, f"| {kind}, n = {n} | # ms | # |", number("bits.txt", row), number("bits.txt", row, 2))
for program in ("life", "ising", "wireworld", "forest_fire", "potts"):
    for kind, m, n in [("triangle", 2, 32768), ("tetrahedron", 3, 1024)]:
        claim(SIMPLICES, f"| {program}, {kind}, n = {n} | # | # |",
              *(number("bits.txt", f"{program} m{m} {storage} n = {n}", 2) for storage in ("bits", "packed")))
cells_a_ms = 32768 * 32769 / 2 * 1e3
claim(SIMPLICES, "forest_fire makes # updates a second on the triangle of n = 32768, before # in the same run; potts takes # ms a step for #",
      *(cells_a_ms / number("bits_trials.txt", "forest_fire, triangle 32768", which) for which in (2, 1)),
      *(number("bits_trials.txt", "potts, triangle 32768", which) for which in (2, 1)))
claim(SIMPLICES, "came to draw for several words at once: forest_fire makes #, before # in the same run, and epidemic takes # ms a step for #",
      *(cells_a_ms / number("bits_trials.txt", "forest_fire of 32768", which) for which in (2, 1)),
      *(number("bits_trials.txt", "epidemic of 32768", which) for which in (2, 1)))
claim(SIMPLICES, "ising on a triangle of n = 131072 makes # updates", number("bits.txt", "ising m2 bits n = 131072", 2))
claim(SIMPLICES, "By bytes the triangle of side 32768 takes # ms, the tetrahedron of side 1024 # ms",
      number("bits.txt", "ca m2 embedded n = 32768"), number("bits.txt", "ca m3 embedded n = 1024"))
given(SIMPLICES, "the shape of strips in space, and sides", "a block of 256 threads",  "the triangle of side 32768 and the tetrahedron of side 1024, one")
for work, simplex, n in (("sw", "triangle", 32768), ("sw", "triangle", 30000), ("sw", "tetrahedron", 1024),
                         ("sw", "tetrahedron", 1000), ("ca", "triangle", 32768), ("ca", "tetrahedron", 1000)):
    claim(TENSOR, f"{work}, {simplex}, n = {n} | # | # |",
          *[number("simplex_instructions.txt", f"{work} {simplex} n = {n} embedded", which) for which in (1, 4)])
for work, simplex, n, storage in (("sw", "triangle", 32768, "embedded"), ("sw", "triangle", 32768, "packed"),
                                  ("sw", "tetrahedron", 1024, "packed"), ("rd", "triangle", 32768, "embedded"),
                                  ("rd", "triangle", 32768, "packed"), ("rd", "tetrahedron", 1024, "packed"),
                                  ("ca", "triangle", 32768, "embedded"), ("ca", "tetrahedron", 1000, "packed"),
                                  ("edm", "triangle", 32768, "packed")):
    claim(TENSOR, f"{work}, {simplex}, n = {n}, {storage} | # | # |",
          *[number("simplex_tensor.txt", f"{work} {simplex} n = {n} {storage}", which) for which in (1, 2)])
given(TENSOR, "what the authors' own program took on an H200", "1.73 against 2.11 ms for the triangle of side 32768")
claim(TENSOR, "that work takes # ms here without it", number("strips.txt", "rmw packed n = 32768"))
given(TENSOR, "of the rows above", "slower by up to 40%")
claim(SIMPLICES, "radius 5 (`larger_than_life`) | # cells/s | # cells/s |", number("radius.txt", "triangle R = 5"), number("radius.txt", "triangle R = 5", 2))
claim(SIMPLICES, "radius 15 | # cells/s |", number("radius.txt", "triangle R = 15"))
for radius, text in ((2, "n = 1024, `box(2)`, 124 neighbours"), (4, "n = 1024, `box(4)`")):
    claim(SIMPLICES, f"{text} | # cells/s |", number("radius.txt", f"tetrahedron R = {radius}", 3))
