return program {
  state = { s = "u1" }, update = "s = 0;",
}
