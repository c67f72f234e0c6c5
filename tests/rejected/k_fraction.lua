return fractal {
  layout = { "#.", "##" },
  k      = 5.5
}
