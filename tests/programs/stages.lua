-- Two sweeps over the sublattices a step.
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  update     = { "s = count(s) != 1;", "if (chance(0.5)) s = count(s) == 1;" },
}
