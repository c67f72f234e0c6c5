-- The Potts model with q colours, at most 16, by Metropolis sweeps: domains grow as it cools.
return program {
  state      = { s = "u4" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { q = 4, T = 0.6, J = 1.0 },
  require    = { "q >= 2", "q <= 16", "q == floor(q)", "T > 0" },
  init       = { s = "uniform(int(q))" },
  update     = [[
    int other = uniform(min(int(q), 16));
    int gained = count(s == other) - count(s == here.s);
    if (chance(exp(J * gained / T))) s = other;
  ]],
  observe    = {
    m = "(q * sum(s == 0 ? 1 : 0) - cells) / (q - 1)",  -- of the colour 0: cells where all have it, about 0 by chance
    e = "-J * pairs(here.s == there.s ? 1 : 0)",
  },
  average    = { "abs(m)", "m^2" },
  exchange   = { parameter = "T", energy = "e" },
}
