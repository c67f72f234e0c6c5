return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  observe = { m = "sum(s)" },
  average = { "m^2", "abs(mm)" },
  update = [[
    s = !s;
  ]],
}
