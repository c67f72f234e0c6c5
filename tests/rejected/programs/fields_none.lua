return program {
  state = {  },
  neighbours = "vonneumann",
  update = [[
    s = !s;
  ]],
}
