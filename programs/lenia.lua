-- Lenia: life of reals, with a ring of weights; growth where the weighted mean of the ring is about mu.
return program {
  state      = { a = "f32" },
  neighbours = disc(5),
  param      = { mu = 0.15, sigma = 0.02, dt = 0.1, R = 6.0 },
  let        = {
    ["ring(d)"] = "exp(4 - 1 / (d * (1 - d)))",
    weight = "ring(hypot(dx, dy) / R)",
  },
  init       = { a = "uniform() * 0.6" },
  update     = [[
    real u = sum(weight * a) / max(1e-6, sum(weight));
    real growth = 2 * exp(-(u - mu) * (u - mu) / (2 * sigma * sigma)) - 1;
    a = min(1.0, max(0.0, a + dt * growth));
  ]],
  observe    = { mass = "sum(a)" },
}
