return program {
  state = { here = "u1" },
  neighbours = "vonneumann",
  update = [[
    here = 0;
  ]],
}
