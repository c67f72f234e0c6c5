-- FitzHugh and Nagumo's excitable medium: pulses run, curl round holes and cancel out.
return program {
  state      = { u = "f32", v = "f32" },  -- the potential, and the recovery that ends a pulse
  neighbours = "vonneumann",
  param      = { a = 0.7, b = 0.8, epsilon = 0.02, current = 0.0, D = 0.2, dt = 0.2 },
  require    = { "D >= 0", "D * maxdegree <= 1", "dt > 0", "dt <= 0.25", "epsilon >= 0", "epsilon <= 1" },
  init       = "u = x * 8 < n ? 1.5 : -1.2; v = y * 2 < n ? -0.6 : 0.6;",
  update     = [[
    real du = dt * (u - u * u * u / 3 - v + current) + D * sum(u - here.u);
    real dv = dt * epsilon * (u + a - b * v);
    u += du;
    v += dv;
  ]],
  observe    = { mean = "sum(u) / cells", excited = "sum(u > 0 ? 1 : 0)" },
}
