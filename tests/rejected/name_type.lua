return fractal {
  name   = { "gasket" },
  layout = { "#.", "##" }
}
