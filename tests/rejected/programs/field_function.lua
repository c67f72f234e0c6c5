return program {
  state = { sum = "u1" },
  neighbours = "vonneumann",
  update = [[
    sum = 0;
  ]],
}
