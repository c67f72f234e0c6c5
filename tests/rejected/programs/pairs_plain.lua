return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "pairs(s == there.s)" },
  update = [[
    s = !s;
  ]],
}
