-- Weights of a list so long that they stand in the table, in f64 and as ints, beside near without its degree.
return program {
  state      = { u = "f64", k = "i32" },
  neighbours = { near = "vonneumann", far = box(16) },
  param      = { w = 14.0, q = 2 },
  const      = { c = { 0.5, 2, -1/3 } },
  init       = { u = "uniform()", k = "uniform(100) - 50" },
  update     = [[
    k = k + count(far, k > 3 && dx > int(q)) + degree;
    u = u + 0.0001 * sum(far, exp(-(dx * dx + dy * dy) / w) * (u - here.u)) + 0.01 * sum(c[k & 3]);
  ]],
}
