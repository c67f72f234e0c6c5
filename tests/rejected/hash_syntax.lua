return fractal {
  layout = { "#.", "##" },
  hash   = "beta / 2, (beta + ) / 2"
}
