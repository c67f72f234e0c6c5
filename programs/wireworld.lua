-- Wireworld with the fractal itself as the wire: electrons run, split at forks and cancel out.
return program {
  state      = { s = "u2" },  -- 0 empty, 1 head, 2 tail, 3 wire
  neighbours = "moore",
  param      = { electrons = 0.02 },
  init       = { s = "chance(electrons) ? 1 : chance(electrons) ? 2 : 3" },
  update     = [[
    int heads = count(s == 1);
    if (s == 1) s = 2;
    else if (s == 2) s = 3;
    else if (s == 3 && (heads == 1 || heads == 2)) s = 1;
  ]],
  observe    = { heads = "sum(s == 1 ? 1 : 0)", tails = "sum(s == 2 ? 1 : 0)" },
}
