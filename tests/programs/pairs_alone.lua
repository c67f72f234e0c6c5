-- A total asks for neighbours that the update does not read.
return program {
  state = { s = "u1" },
  neighbours = "moore",
  init = { s = "uniform(2)" },
  update = "s = 1 - s;",
  observe = { e = "pairs(abs(here.s - there.s))" },
}
