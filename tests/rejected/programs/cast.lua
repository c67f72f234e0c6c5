return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = (int)1.5;
  ]],
}
