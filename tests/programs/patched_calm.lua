-- Sublattices in one stage without draws, whose cells are found in patches, but not along rows.
return program {
  state      = { u = "f32" },
  neighbours = box(3), order = "sublattices",
  init       = { u = "uniform()" },
  update     = "u = 0.5 * u + 0.01 * sum(u);",
  observe    = { mass = "sum(u)" },
}
