return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { step = "sum(s)" },
  update = [[
    s = !s;
  ]],
}
