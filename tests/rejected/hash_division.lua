return fractal {
  layout = { "#.", "##" },
  hash   = "beta / beta, 0"
}
