return program {
  state = { s = "u1" }, update = "s = 0;", observe = { d = "max(degree)" },
}
