return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  init = { t = "1" },
  update = [[
    s = !s;
  ]],
}
