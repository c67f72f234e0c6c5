return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    bol dies = s == 1; s = 0;
  ]],
}
