-- The Cantor set: s = 1 on y keeps it a line.
return fractal {
  name   = "cantor",
  layout = { "#.#" },
  hash   = "2 * beta, 0",
  member = "x != 1"
}
