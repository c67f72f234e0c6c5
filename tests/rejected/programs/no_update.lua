return program {
  state = { s = "u1" }, neighbours = "moore",
}
