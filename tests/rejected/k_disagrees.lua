return fractal {
  k      = 4,
  layout = { "#.", "##" }
}
