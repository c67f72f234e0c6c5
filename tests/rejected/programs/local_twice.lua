return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    int a = 1;
    int a = 2;
  ]],
}
