return fractal {
  layout = "#."
}
