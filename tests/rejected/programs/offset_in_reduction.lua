return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = any(s[1, 0] == 1);
  ]],
}
