return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "sum(chance(0.5))" },
  update = [[
    s = !s;
  ]],
}
