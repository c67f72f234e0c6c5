return fractal {
  layout   = { "#.", "##" },
  rotation = 90
}
