-- Gray and Scott's reaction: spots and stripes that grow and divide, as F and k choose.
return program {
  state      = { u = "f32", v = "f32" },
  neighbours = "vonneumann",
  param      = { F = 0.037, k = 0.06, Du = 0.2, Dv = 0.1, density = 0.1 },
  require    = { "Du >= 0", "Du * maxdegree <= 1", "Dv >= 0", "Dv * maxdegree <= 1",
                 "F >= 0", "k >= 0", "F + k <= 0.5" },
  init       = "v = chance(density) ? 0.5 : 0; u = 1 - v;",
  update     = [[
    real reaction = u * v * v;
    real du = Du * sum(u - here.u) - reaction + F * (1 - u);
    real dv = Dv * sum(v - here.v) + reaction - (F + k) * v;
    u += du;
    v += dv;
  ]],
  observe    = { u = "sum(u)", v = "sum(v)", most = "max(v)" },
}
