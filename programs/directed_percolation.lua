-- Directed bond percolation, time by time: a cell is wet if water comes through one of the bonds from it and its neighbours.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  param      = { p = 0.3, density = 1.0 },
  init       = { s = "chance(density)" },
  update     = "s = chance(1 - pow(1 - p, count(s == 1) + s));",
  observe    = { rho = "real(sum(s)) / cells" },
}
