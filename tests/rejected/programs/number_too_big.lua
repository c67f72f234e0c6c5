return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = 2147483648;
  ]],
}
