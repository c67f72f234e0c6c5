return program {
  state = { a = "u8", b = "u8", s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = !s;
  ]],
}
