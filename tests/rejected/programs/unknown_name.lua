return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    int aligned = count(s == here.s);
    if (alligned > 2) s = 0;
  ]],
}
