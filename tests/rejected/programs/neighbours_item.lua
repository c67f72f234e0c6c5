return program {
  state = { s = "u1" },
  neighbours = { { 1, 0.5 } },
  update = [[
    s = !s;
  ]],
}
