return program {
  state = { "u1" },
  neighbours = "vonneumann",
  update = [[
    s = !s;
  ]],
}
