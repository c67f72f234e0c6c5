return fractal {
  name   = "my gasket",
  layout = { "#.", "##" }
}
