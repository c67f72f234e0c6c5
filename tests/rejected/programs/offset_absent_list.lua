return program {
  state = { s = "u1" },
  neighbours = { { 1, 0 }, { -1, 0 } },
  update = [[
    s = exists[0, 1];
  ]],
}
