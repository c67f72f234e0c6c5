-- Globals: a mean field of reals, a count, a largest value.
return program {
  state      = { th = "f32", s = "u1" },
  neighbours = "vonneumann",
  param      = { K = 0.5, T = 1 },
  schedule   = { T = "1 + 0.1 * step" },
  global     = { C = "sum(th * th) / 2", N = "sum(s)", M = "max(th) - min(th)", P = "pairs(here.th * there.th)" },
  init       = { th = "uniform() - 0.5", s = "chance(0.5)" },
  update     = "th += K * (C / cells - th) * 0.1 + 0.01 * M + 0.001 * P / cells; s = chance(0.5 * N / cells * T);",
  observe    = { C = "sum(th)", N = "N + sum(s)" },
}
