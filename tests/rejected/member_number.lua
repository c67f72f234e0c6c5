return fractal {
  layout = { "#.", "##" },
  member = 1
}
