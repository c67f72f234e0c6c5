-- Weights that are infinite, or no numbers, for which C has no literals.
return program {
  state      = { s = "u2" },
  neighbours = "moore",
  init       = { s = "uniform(4)" },
  update     = [[
    real across = sum(s * (dx / 0.0)), all = sum(dx / 0.0);
    s = across > 0 ? 3 : across < 0 ? 2 : all == all ? 1 : (s + 1) & 3;
  ]],
}
