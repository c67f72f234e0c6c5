-- Stages with sublattices, random numbers in both of init and update, and degrees by a long near.
return program {
  state      = { s = "u2", t = "u2" },
  neighbours = { near = box(3), few = { { 1, 0 }, { 0, 1 } } },
  order      = "sublattices",
  param      = { p = 0.02 },
  init       = { s = "uniform(4)", t = "uniform(4)" },
  update     = { "if (chance(p * count(s == here.s))) s = s + 1;", "t = t + sum(few, degree) + degree;", "t = t ^ sign(s - 1);" },
  observe    = { equal = "pairs(here.s == there.s)" },
}
