return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  require = { "sum(1) < 2" },
  update = [[
    s = !s;
  ]],
}
