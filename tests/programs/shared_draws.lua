-- Draws of stages by planes beside reals: a block of tiles draws them together.
return program {
  state = { s = "u3", t = "u2" }, neighbours = "vonneumann", order = "sublattices", param = { q = 6, T = 0.7 },
  init = { s = "uniform(int(q))", t = "uniform(4)" },
  update = {
    [[ int other = uniform(int(q)); real d = sum(cos(1.1 * (other - s)) - cos(1.1 * (here.s - s)));
       if (chance(exp(d / T))) s = other; else if (chance(0.25)) t += 1; ]],
    [[ t = uniform() * T < 0.1 * count(t > here.t) ? uniform(t + 1) : t; ]],
    [[ s += degree; ]],
  },
}
