return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  order = "sublatices",
  update = [[
    s = !s;
  ]],
}
