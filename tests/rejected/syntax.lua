return fractal {
  layout = { "#.", "##"
}
