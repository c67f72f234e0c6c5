return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = uniform(1, 2);
  ]],
}
