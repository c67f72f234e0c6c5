return program {
  state = { ["float"] = "u1" },
  neighbours = "vonneumann",
  update = [[
    while = 0;
  ]],
}
