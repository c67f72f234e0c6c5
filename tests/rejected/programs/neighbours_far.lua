return program {
  state = { s = "u1" },
  neighbours = { { 9, 0 } },
  update = [[
    s = !s;
  ]],
}
