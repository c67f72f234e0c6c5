return program {
  neighbours = "moore", update = "s = 0;",
}
