return fractal {
  layout = { ".#.", "###" },
  s      = 3
}
