-- Each cell is read, increased by 1 and written: the accumulation by which the papers measure maps.
-- A step moves every cell once each way and reads no neighbour, in place.
return program {
  state      = { u = "i32" },
  neighbours = "vonneumann",
  init       = { u = "uniform(1000)" },
  update     = "u += 1;",
  observe    = { sum = "sum(u)" },
}
