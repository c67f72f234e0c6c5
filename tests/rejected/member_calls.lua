return fractal {
  layout = { "#.", "##" },
  member = "x(y)"
}
