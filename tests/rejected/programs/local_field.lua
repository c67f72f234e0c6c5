return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    int s = 1;
  ]],
}
