-- The H fractal: two uprights and a bar.
return fractal {
  name   = "hfractal",
  layout = { "#.#",
             "###",
             "#.#" },
  hash   = "(beta + (beta > 0) + (beta > 5)) % 3, (beta + 1) / 3",
  member = "x != 1 || y == 1"
}
