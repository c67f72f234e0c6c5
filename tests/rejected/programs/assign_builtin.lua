return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    step = 1;
  ]],
}
