-- Heat spreads from one cell: return probability and mean squared distance of diffusion.
return program {
  state      = { u = "f32" },
  neighbours = "vonneumann",
  param      = { D = 0.2 },
  require    = { "D >= 0", "D * maxdegree <= 1" },
  init       = { u = "first ? 1 : 0" },
  update     = "u += D * sum(u - here.u);",
  observe    = {
    mass = "sum(u)",
    home = "sum(first ? u : 0)",
    r2   = "sum(u * ((x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0)))",
  },
}
