-- The empty bottles: two sides and a floor.
return fractal {
  name   = "bottles",
  layout = { "#.#",
             "#.#",
             "###" },
  hash   = "beta < 4 ? beta % 2 * 2 : beta - 4, beta < 4 ? beta / 2 : 2",
  member = "x != 1 || y == 2"
}
