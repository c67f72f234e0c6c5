return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = abs(1, 2, 3, 4, 5);
  ]],
}
