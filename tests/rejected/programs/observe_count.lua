return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "count(s == 1)" },
  update = [[
    s = !s;
  ]],
}
