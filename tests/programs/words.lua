-- What only words take: coordinates, a real number, a probability of the domain, the neighbours' degree.
return program {
  state      = { s = "u3", a = "f64" },
  neighbours = "vonneumann",
  order      = "sublattices",
  init       = { s = "uniform(8)", a = "uniform()" },
  update     = [[
    int far = sum(degree);
    s = chance(0.3 + 1.0 / cells) ? (x + y + far) % 8 : sum(s) % 8;
    a = 0.5 * a + 0.125 * uniform() + 0.01 * s;
  ]],
  observe    = { total = "sum(s)", most = "max(a)" },
}
