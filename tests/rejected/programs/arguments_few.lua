return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = pow(2);
  ]],
}
