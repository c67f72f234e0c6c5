-- A total asks for neighbours that the update does not read.
return program {
  state = { s = "u2" },
  neighbours = "moore",
  init = { s = "uniform(4)" },
  update = "s = s + 1 + step % 3;",
  observe = { e = "pairs(abs(here.s - there.s))" },
}
