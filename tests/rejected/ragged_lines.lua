return fractal {
  name   = "ragged",
  layout = { "###",
             "#.#",
             "##" }
}
