-- Stages of sublattices and bonds, a word for each value.
return program {
  state      = { s = "i32" },
  neighbours = "vonneumann",
  bonds      = { J = "f32" },
  order      = "sublattices",
  init       = { s = "uniform(5)", J = "uniform()" },
  update     = { "s = int(sum(J * s)) + s / 2;", "if (chance(0.2)) s += 1 + uniform(3);" },
}
