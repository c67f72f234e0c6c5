-- Parameters of each step's own, and chances of more cases than kernels take arguments for.
return program {
  state = { s = "u2", r = "u8" },
  neighbours = "moore",
  param = { beta = 0.9, gone = 0.2 },
  schedule = { beta = "beta / (1 + gone * step)" },
  require = { "beta > 0" },
  init = { s = "chance(gone)", r = "uniform(256)" },
  update = [[
    int sick = count(s == 1);
    if (s == 0) { if (chance(beta * sick * (255 - r) / 255)) s = 1; }
    else if (chance(gone * count(r > here.r) / 16)) { s = 0; r = r / 2 + uniform(128); }
  ]],
  observe = { sick = "sum(s == 1 ? 1 : 0) * beta" },
}
