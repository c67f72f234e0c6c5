return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  init = { s = "1 2" },
  update = [[
    s = !s;
  ]],
}
