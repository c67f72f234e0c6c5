return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = her.s;
  ]],
}
