return program {
  state = { s = "u1" },
  neighbors = "moore",
  update = "s = 0;",
}
