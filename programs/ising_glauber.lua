-- The Ising model by Glauber's heat bath, in an outer field H.
return program {
  state      = { s = "u1" },  -- 0 is down, 1 is up
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { T = 2.0, J = 1.0, H = 0.0, density = 0.5 },
  require    = { "T > 0" },
  init       = { s = "chance(density)" },
  update     = [[
    int field = 2 * count(s == 1) - degree;
    s = chance(1 / (1 + exp(-2 * (J * field + H) / T)));
  ]],
  observe    = {
    m = "sum(2 * s - 1)",
    e = "-J * pairs(here.s == there.s ? 1 : -1) - H * sum(2 * s - 1)",
  },
  average    = { "abs(m)", "m^2", "m^4" },
  exchange   = { parameter = "T", energy = "e" },
}
