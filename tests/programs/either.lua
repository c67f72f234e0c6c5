-- either.lua: what a draw changes depends on the next one, so that it cannot wait for words to be stored.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { density = 0.5, p = 0.4, q = 0.3 },
  init       = { s = "chance(density)" },
  update     = "s = chance(count(s) % 2 == 1 ? p : 0.1) | chance(q);",
}
