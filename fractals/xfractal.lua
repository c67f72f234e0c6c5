-- The X fractal: the centre and the corners, Vicsek's cross along the diagonals.
return fractal {
  name   = "xfractal",
  layout = { "#.#",
             ".#.",
             "#.#" },
  hash   = "2 * beta % 3, 2 * beta / 3",
  member = "(x + y) % 2 == 0"
}
