return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    else s = 1;
  ]],
}
