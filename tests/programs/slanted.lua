-- Counts along rows whose ends lie on slants, so that rows have no words in common.
return program {
  state = { s = "u1" }, neighbours = diamond(4), init = { s = "chance(0.4)" }, observe = { s = "sum(s)" },
  update = "s = s ? count(s) > 9 : count(s) == 12;",
}
