return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "sum(s * sum(s))" },
  update = [[
    s = !s;
  ]],
}
