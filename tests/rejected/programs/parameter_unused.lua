return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = { T = 1,
    J = 2 },
  update = [[
    s = chance(J);
  ]],
}
