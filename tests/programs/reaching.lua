-- Bits of neighbours two cells away on both sides, and a field that its next value does not depend on.
return program {
  state = { s = "u2", seen = "u1" }, neighbours = { { -2, 0 }, { -1, 0 }, { 0, -2 }, { 1, 2 }, { 2, -1 }, { 1, -1 } },
  init = { s = "uniform(4)", seen = "uniform(2)" }, update = "int c = count(s > 1); seen = c > 2; s = (c + s + degree + (first ? 1 : 0)) % 4;",
}
