return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  require = { "n < 2" },
  update = [[
    s = !s;
  ]],
}
