return fractal {
  s        = 2,
  replicas = { { -1, 0 } }
}
