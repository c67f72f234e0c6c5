return fractal {
  layout = { "#.", "##" },
  hash   = "beta / 2"
}
