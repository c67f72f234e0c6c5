-- The Ising model by Metropolis sweeps: spins order on the cold carpet, never on a tree.
return program {
  state      = { s = "u1" },  -- 0 is down, 1 is up
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { T = 2.0, J = 1.0, density = 0.5 },
  require    = { "T > 0" },
  init       = { s = "chance(density)" },
  update     = [[
    int aligned = count(s == here.s);
    int field = 2 * aligned - degree;
    if (chance(exp(-2 * J * field / T))) s = !s;
  ]],
  observe    = { m = "sum(2 * s - 1)", e = "-J * pairs(here.s == there.s ? 1 : -1)" },
  average    = { "abs(m)", "m^2", "m^4" },
  exchange   = { parameter = "T", energy = "e" },
}
