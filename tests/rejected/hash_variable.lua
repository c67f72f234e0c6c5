return fractal {
  layout = { "#.", "##" },
  hash   = "bet / 2, 0"
}
