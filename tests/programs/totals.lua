-- What is observed of bits asks for parameters, the step and the first cell; the start has neither draws nor places.
return program {
  state      = { s = "u2" },
  neighbours = "vonneumann",
  param      = { K = 2, L = 1 },
  init       = { s = "1" },
  update     = "s = s + int(K) + count(s > 1) % 3;",
  observe    = { some = "sum(s == int(L) ? 1 : 0)", even = "sum(step % 2 == 0 ? s : 0)", origin = "sum(first ? s : 0)",
                 alike = "pairs(here.s == there.s ? int(L) : 0)" },
}
