return program {
  state = { s = "u16" },
  neighbours = "vonneumann",
  update = [[
    s = !s;
  ]],
}
