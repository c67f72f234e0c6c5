return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = { T = 1 },
  update = [[
    T = 1;
  ]],
}
