-- An Ising model whose copies exchange: tests/oracle/exchange.py has it by hand.
return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  order = "sublattices",
  param = { T = 2.0 },
  init = { s = "uniform(2)" },
  update = "int field = 2 * count(s == here.s) - degree; if (chance(exp(-2 * field / T))) s = !s;",
  observe = { e = "2 * pairs(here.s != there.s)" },
  exchange = { parameter = "T", energy = "e" },
}
