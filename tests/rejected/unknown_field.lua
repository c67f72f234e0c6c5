return fractal {
  name  = "gasket",
  layot = { "#.", "##" }
}
