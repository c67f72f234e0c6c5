return fractal {
  layout = { "##", top = "#." }
}
