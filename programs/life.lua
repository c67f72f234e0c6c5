-- Life with the rule that the papers run on fractals, B2/S23.
-- Such a program is a rule in B/S notation, and runs on the kernels of `--rule`.
return program {
  state      = { s = "u1" },
  neighbours = "moore",
  param      = { density = 0.5 },
  init       = { s = "chance(density)" },
  update     = [[
    int alive = count(s == 1);
    s = alive == 2 || (s == 1 && alive == 3);
  ]],
  observe    = { alive = "sum(s)" },
}
