-- Sublattices whose cells are found in patches: stages, draws, the degree and a coordinate.
return program {
  state      = { s = "u2", u = "f32" },
  neighbours = box(3), order = "sublattices",
  init       = { s = "int(uniform() * 4)", u = "uniform()" },
  update     = {
    "int n = int(uniform() * 4); int d = count(s == n) - count(s == here.s); s = d >= 0 || chance(exp(0.3 * d)) ? n : s;",
    "u = 0.9 * u + 0.1 * sum(u) / max(1, degree) + 0.001 * x;",
  },
  observe    = { mass = "sum(u)" },
}
