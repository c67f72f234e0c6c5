-- Two replicas of one Edwards-Anderson spin glass, by Metropolis sweeps: their overlap q tells order where magnetisation cannot.
return program {
  state      = { s = "u1", t = "u1" },
  neighbours = "vonneumann",
  bonds      = { J = "u1" },
  order      = "sublattices",
  param      = { T = 0.5, p = 0.5 },
  require    = { "T > 0" },
  init       = { s = "chance(0.5)", t = "chance(0.5)", J = "chance(p)" },
  update     = [[
    int one = (2 * s - 1) * sum((2 * J - 1) * (2 * s - 1));
    int two = (2 * t - 1) * sum((2 * J - 1) * (2 * t - 1));
    if (chance(exp(-2 * one / T))) s = !s;
    if (chance(exp(-2 * two / T))) t = !t;
  ]],
  observe    = {
    q = "sum(s == t ? 1 : -1)",
    e = "-pairs((2 * J - 1) * ((2 * here.s - 1) * (2 * there.s - 1) + (2 * here.t - 1) * (2 * there.t - 1)))",
  },
  average    = { energy = "mean(e)", q2 = "mean(q^2)", g = "1.5 - mean(q^4) / (2 * mean(q^2)^2)" },
  exchange   = { parameter = "T", energy = "e" },
}
