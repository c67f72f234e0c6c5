return fractal {
  layout = { "#.", "##" },
  k      = 0 / 0
}
