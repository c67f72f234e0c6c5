return program {
  state = { first = "u1" },
  neighbours = "vonneumann",
  update = [[
    first = 0;
  ]],
}
