return fractal {
  layout = { "##", 11 }
}
