return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = {
    n = 1 },
  update = [[
    s = !s;
  ]],
}
