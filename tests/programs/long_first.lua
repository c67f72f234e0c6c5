-- Degrees of a long list at the cells of a short one.
return program {
  state      = { n = "i32" },
  neighbours = { near = box(3), few = { { 1, 0 }, { -2, 1 } } },
  init       = { n = "uniform(100)" },
  update     = "n = (n + sum(few, degree)) % 1000;",
  observe    = { all = "sum(n)" },
}
