return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = { T = 0 / 0 },
  update = [[
    s = !s;
  ]],
}
