-- The XY model by Metropolis: angles in turns of their own, which waves and vortices disorder.
return program {
  state      = { th = "f32" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { T = 0.4, J = 1.0, delta = 1.0 },
  require    = { "T > 0" },
  init       = { th = "2 * pi * uniform()" },
  update     = [[
    real turned = th + delta * (2 * uniform() - 1);
    real dE = -J * sum(cos(turned - th) - cos(here.th - th));
    if (chance(exp(-dE / T))) th = turned;
  ]],
  observe    = { mx = "sum(cos(th))", my = "sum(sin(th))", e = "-J * pairs(cos(here.th - there.th))" },
  average    = { "e", "mx^2", "my^2" },
  exchange   = { parameter = "T", energy = "e" },
}
