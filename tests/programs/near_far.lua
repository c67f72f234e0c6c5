-- Two short lists on map lanes: degree is near's alone.
return program {
  state      = { u = "f32" },
  neighbours = { near = "vonneumann", far = "moore" },
  init       = { u = "uniform()" },
  update     = "u = (u + sum(far, u * dx)) / (1 + degree) + sum(u);",
}
