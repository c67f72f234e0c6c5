return fractal {
  s        = 2,
  layout   = { "#.", "##" },
  replicas = { { 0, 0 }, { 0, 1 }, { 1, 1 } }
}
