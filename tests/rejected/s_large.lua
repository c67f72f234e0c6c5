return fractal {
  s        = 33,
  replicas = { { 0, 0 } }
}
