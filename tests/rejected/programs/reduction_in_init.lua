return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  init = { s = "count(s)" },
  update = [[
    s = !s;
  ]],
}
