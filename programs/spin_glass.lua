-- The Edwards-Anderson spin glass by Metropolis sweeps: each bond is 1 with probability p, else -1, and stays.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  bonds      = { J = "u1" },
  order      = "sublattices",
  param      = { T = 0.5, p = 0.5 },
  require    = { "T > 0" },
  init       = { s = "chance(0.5)", J = "chance(p)" },
  update     = [[
    int field = (2 * s - 1) * sum((2 * J - 1) * (2 * s - 1));
    if (chance(exp(-2 * field / T))) s = !s;
  ]],
  observe    = { e = "-pairs((2 * J - 1) * (2 * here.s - 1) * (2 * there.s - 1))" },
  average    = { "e", "e^2" },
  exchange   = { parameter = "T", energy = "e" },
}
