-- Menger's sponge: the cube without its centre and the centres of its faces.
return fractal {
  name   = "menger",
  layout = { { "###",
               "#.#",
               "###" },
             { "#.#",
               "...",
               "#.#" },
             { "###",
               "#.#",
               "###" } },
  member = "(x == 1) + (y == 1) + (z == 1) < 2"
}
