return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "s" },
  update = [[
    s = !s;
  ]],
}
