-- The master equation of a random walk from one cell: spectral and walk dimension.
-- A walker stays where it is with probability `stay`, so that odd and even steps look alike on a tree too.
return program {
  state      = { p = "f64" },
  neighbours = "vonneumann",
  param      = { stay = 0.5 },
  require    = { "stay >= 0", "stay <= 1" },
  init       = { p = "first ? 1 : 0" },
  update     = "if (degree > 0) p = stay * p + (1 - stay) * sum(p / degree);",
  observe    = {
    mass = "sum(p)",
    home = "sum(first ? p : 0)",
    r2   = "sum(p * ((x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0)))",
  },
}
