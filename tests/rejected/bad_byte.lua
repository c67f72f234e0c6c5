return fractal {
  layout = { "#é" }
}
