return program {
  state = { s = "u1" },
  neighbours = "more",
  update = [[
    s = !s;
  ]],
}
