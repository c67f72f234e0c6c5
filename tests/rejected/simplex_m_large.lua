return simplex {
  m = 4
}
