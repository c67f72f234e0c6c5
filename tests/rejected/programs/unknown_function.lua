return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = cuont(s == 1);
  ]],
}
