return fractal {
  layout = { "#.",
             "#x" }
}
