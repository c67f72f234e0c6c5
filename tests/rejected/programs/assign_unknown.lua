return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    t = 1;
  ]],
}
