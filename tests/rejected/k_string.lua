return fractal {
  layout = { "#.", "##" },
  k      = "3"
}
