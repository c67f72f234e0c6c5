return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    if (s) { int a = 1; }
    s = a;
  ]],
}
