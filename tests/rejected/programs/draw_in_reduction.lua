return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = any(chance(0.5));
  ]],
}
