-- The contact process in steps of dt: the infected recover, and infect each neighbour's share of lambda. It dies out or stays.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { lambda = 3.0, dt = 0.5 },
  require    = { "dt > 0", "dt <= 1" },
  init       = { s = "1" },
  update     = [[
    if (s) {
      if (chance(dt)) s = 0;
    } else {
      if (chance(1 - exp(-dt * lambda * count(s == 1) / maxdegree))) s = 1;
    }
  ]],
  observe    = { rho = "real(sum(s)) / cells" },
}
