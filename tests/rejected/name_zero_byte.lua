return fractal {
  name   = "gas\0ket",
  layout = { "#.", "##" }
}
