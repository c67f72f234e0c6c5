"""claims_simplices.py - as claims.py, whose names it has: the numbers of simplices.md."""

given(SIMPLICES, "what half precision holds, and the bits of drawn points", "from 65520 on to infinity", "53 bits for f64 and 24 for")
given(SIMPLICES, "what `nbbgen info simplex` computes", "it is 50% for m = 3, 9.09% for m = 4 and 0.28% for m = 6",
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
      *[bench("simplices.md", simplex, n, "sw", "ms a step", f"{map} --storage embedded")
        for simplex, n in (("triangle", 65536), ("tetrahedron", 1024)) for map in ("enum", "lambda")])
claim(SIMPLICES, "Distances of 32768 points: embedded # ms by enum, # ms by lambda and # ms by the bounding box; packed"
      " # ms by enum and # ms by lambda",
      *[number("simplex.txt", f"edm {way} n = 32768")
        for way in ("enum embedded", "lambda embedded", "bb", "enum packed", "lambda packed")])


def trial(row, which='"cells_per_second"'):
    return number("strips_trials.txt", row, which)


for row, name in [("packed, cell by cell", "heat_direct"), ("packed by strips, 2 steps a launch", "heat_packed_s2"),
                  ("packed by strips, 3 steps", "heat_packed_s3"), ("packed by strips, 4 steps", "heat_packed_s4_b7"),
                  ("embedded by strips, 4 steps", "heat_embedded_s4_b7")]:
    claim(SIMPLICES, f"| {row} | # ms | # |", trial(name), 32768 * 32769 / 2 / trial(name) * 1e3)
for kind, m, sides in [("triangle", 2, (4096, 32768, 131072)), ("tetrahedron", 3, (1024, 1600))]:
    for n in sides:
        row = f"ca m{m} bits n = {n}"
        claim(SIMPLICES, f"| {kind}, n = {n} | # ms | # |", number("bits.txt", row), number("bits.txt", row, 2))
for program in ("ising", "life", "wireworld", "forest_fire", "potts"):
    for kind, m, n in [("triangle", 2, 32768), ("tetrahedron", 3, 1024)]:
        claim(SIMPLICES, f"| {program}, {kind}, n = {n} | # | # |",
              *(number("bits.txt", f"{program} m{m} {storage} n = {n}", 2) for storage in ("bits", "packed")))
claim(SIMPLICES, "ising on a triangle of n = 131072 makes # updates", number("bits.txt", "ising m2 bits n = 131072", 2))
claim(SIMPLICES, "By bytes the triangle of side 32768 takes # ms, the tetrahedron of side 1024 # ms",
      number("bits.txt", "ca m2 embedded n = 32768"), number("march_trials.txt", "n = 1024 ca packed S4 K4 SY56 SZ56 b2"))
given(SIMPLICES, "the shape of strips in space, and the side that was tried", "a block of 256 threads", "The tetrahedron of side 1024, with")
for row, name in [("heat in f32, a step a launch", "heat packed S1 K2 SY28 SZ28 b4"),
                  ("heat in f32, 2 steps", "heat packed S2 K2 SY28 SZ56 b2"),
                  ("ca B5/S4,5 by bytes, a step a launch", "ca packed S1 K4 SY56 SZ56 b4"),
                  ("ca by bytes, 2 steps", "ca packed S2 K4 SY56 SZ56 b3"),
                  ("ca by bytes, 4 steps", "ca packed S4 K4 SY56 SZ56 b2")]:
    claim(SIMPLICES, f"| {row} | # ms | # |",
          *(number("march_trials.txt", f"n = 1024 {name}", which) for which in (1, 2)))
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
