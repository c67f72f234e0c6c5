-- Chances of more cases than kernels take arguments for: of two counts, and of an immunity of eight bits; of places at
-- the start.
return program {
  state = { s = "u2", r = "u8" },
  neighbours = "moore",
  param = { beta = 0.9, gone = 0.2 },
  init = { s = "chance(gone * (x & 15) * (y & 31) / 93)", r = "uniform(256)" },
  update = [[
    int sick = count(s == 1);
    if (s == 0) { if (chance(beta * sick * (255 - r) / 255)) s = 1; }
    else if (s == 1) { if (chance(gone * count(s != here.s) * count(r > here.r) / 16)) s = 2; }
    else if (chance(gone / 2)) { s = 0; r = r / 2 + uniform(128); }
  ]],
  observe = { sick = "sum(s == 1 ? 1 : 0)" },
}
