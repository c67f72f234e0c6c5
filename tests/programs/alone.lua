-- A step that reads no neighbour: nothing of the tiles beside is loaded.
return program {
  state      = { s = "u1", a = "u8" },
  neighbours = "vonneumann",
  init       = { s = "chance(0.5)", a = "uniform(200)" },
  update     = "a = a * 5 + s; s = a > 99;",
  observe    = { m = "sum(a)" },
}
