return fractal {
  s        = 2,
  replicas = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 0, 0 } }
}
