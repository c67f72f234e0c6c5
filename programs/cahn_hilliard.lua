-- Cahn and Hilliard's equation: a mixture parts, and its domains coarsen. Two stages a step: the chemical potential, then its diffusion.
return program {
  state      = { c = "f64", mu = "f64" },
  neighbours = "vonneumann",
  param      = { dt = 0.02, kappa = 0.5, c0 = 0.0 },
  init       = { c = "c0 + 0.1 * (uniform() - 0.5)" },
  update     = {
    "mu = c * c * c - c - kappa * sum(c - here.c);",
    "c += dt * sum(mu - here.mu);",
  },
  observe    = {
    mass = "sum(c)",
    energy = "sum(0.25 * (c * c - 1) * (c * c - 1)) + 0.5 * kappa * pairs((here.c - there.c) * (here.c - there.c))",
  },
}
