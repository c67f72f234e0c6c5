return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "sum(s) + 9223372036854775808" },
  update = [[
    s = !s;
  ]],
}
