-- Degrees of a short list beside another one, whose cells are no neighbours.
return program {
  state      = { u = "f64" },
  neighbours = { near = "moore", few = { { 2, 0 }, { -2, 1 } } },
  init       = { u = "uniform()" },
  update     = "u = 0.01 * degree + 0.2 * sum(few, u);",
  observe    = { all = "sum(u)" },
}
