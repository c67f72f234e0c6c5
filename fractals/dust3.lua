-- Cantor's dust in space: the cube's corners.
return fractal {
  name   = "dust3",
  layout = { { "#.#",
               "...",
               "#.#" },
             { "...",
               "...",
               "..." },
             { "#.#",
               "...",
               "#.#" } },
  hash   = "beta % 2 * 2, beta / 2 % 2 * 2, beta / 4 * 2",
  member = "x != 1 && y != 1 && z != 1"
}
