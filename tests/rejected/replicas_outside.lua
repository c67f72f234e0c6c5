return fractal {
  s        = { 3, 2 },
  replicas = { { 0, 0 }, { 2, 2 } }
}
