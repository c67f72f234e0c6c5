return fractal {
  layout = { "#.", "##" },
  k      = math.huge
}
