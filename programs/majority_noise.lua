-- The majority-vote model: a cell takes its neighbours' majority, and errs with probability `noise`.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { noise = 0.05, density = 0.5 },
  init       = { s = "chance(density)" },
  update     = [[
    int balance = 2 * count(s == 1) - degree;
    bool agrees = balance > 0 || (balance == 0 && chance(0.5));
    s = chance(noise) ? !agrees : agrees;
  ]],
  observe    = { m = "sum(2 * s - 1)", pairs_alike = "pairs(here.s == there.s ? 1 : 0)" },
  average    = { "abs(m)", "m^2", "m^4" },
}
