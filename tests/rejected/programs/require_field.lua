return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  require = { "s < 2" },
  update = [[
    s = !s;
  ]],
}
