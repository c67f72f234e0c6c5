return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = { s = 1 },
  update = [[
    s = !s;
  ]],
}
