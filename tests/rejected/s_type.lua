return fractal {
  s        = { 3, 2, 1 },
  replicas = { { 0, 0 } }
}
