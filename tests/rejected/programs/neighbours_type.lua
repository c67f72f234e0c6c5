return program {
  state = { s = "u1" },
  neighbours = 7,
  update = [[
    s = !s;
  ]],
}
