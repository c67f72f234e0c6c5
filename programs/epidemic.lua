-- An epidemic, SIR: the ill infect their neighbours and recover; with waning they can fall ill again.
return program {
  -- An ill neighbour infects with probability beta in a step; gamma and waning end illness and immunity.
  state      = { s = "u2" },  -- 0 susceptible, 1 infected, 2 recovered
  neighbours = "moore",
  param      = { beta = 0.1, gamma = 0.1, waning = 0.0, start = 0.001 },
  require    = { "beta >= 0", "beta <= 1" },
  init       = { s = "first || chance(start)" },
  update     = [[
    bool caught = chance(1 - pow(1 - beta, count(s == 1)));
    bool recovers = chance(gamma);
    bool forgets = chance(waning);
    if (s == 0 && caught) s = 1;
    else if (s == 1 && recovers) s = 2;
    else if (s == 2 && forgets) s = 0;
  ]],
  observe    = {
    susceptible = "sum(s == 0 ? 1 : 0)",
    infected    = "sum(s == 1 ? 1 : 0)",
    recovered   = "sum(s == 2 ? 1 : 0)",
  },
}
