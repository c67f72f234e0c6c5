-- many_words.lua: what a draw changes depends on more words than its don't-care mask is looked for in.
return program {
  state      = { s = "u1" },
  neighbours = "moore",
  order      = "sublattices",
  param      = { density = 0.5, p = 0.3 },
  init       = { s = "chance(density)" },
  update     = [[
    int d = chance(p);
    s = ((d ^ s[-1, -1]) & s[0, -1]) | ((d ^ s[1, -1]) & s[-1, 0]) | ((d ^ s[1, 0]) & s[-1, 1]) | ((d ^ s[0, 1]) & s[1, 1]);
  ]],
}
