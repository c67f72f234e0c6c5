-- Bits that read how many neighbours cells ten columns away have: on dense fractals no tile of words is so wide, and steps go from cell to cell.
return program {
  state = { s = "u1" },
  neighbours = { {5,0}, {0,5}, {-5,0}, {0,-5} },
  init = { s = "uniform(2)" },
  update = "s = (s + sum(degree) + count(s == 1)) & 1;",
}
