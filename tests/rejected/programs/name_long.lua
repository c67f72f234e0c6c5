return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    int aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = 1;
  ]],
}
