return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  update = [[
    s = count(s == sum(here.s));
  ]],
}
