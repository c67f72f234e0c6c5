return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  init = { s = "s[1, 0]" },
  update = [[
    s = !s;
  ]],
}
