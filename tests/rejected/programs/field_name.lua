return program {
  state = { ["a-b"] = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = !s;
  ]],
}
