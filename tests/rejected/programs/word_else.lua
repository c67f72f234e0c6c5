return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    if (s == 1) { s = 0; } esle { s = 1; }
  ]],
}
