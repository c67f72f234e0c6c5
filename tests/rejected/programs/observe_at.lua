return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "at(0, s)" },
  update = [[
    s = !s;
  ]],
}
