return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    for (int i = 0; i < 3; i++) s = 1;
  ]],
}
