return fractal {
  s        = 1,
  replicas = { { 0, 0 } }
}
