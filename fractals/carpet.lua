-- The Sierpinski carpet: a 3 x 3 box without its centre.
return fractal {
  name   = "carpet",
  layout = { "###",
             "#.#",
             "###" },
  hash   = "(beta + beta / 4) % 3, (beta + beta / 4) / 3",
  member = "x != 1 || y != 1"
}
