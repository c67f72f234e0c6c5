-- Vicsek's fractal: the centre and its four neighbours.
return fractal {
  name   = "vicsek",
  layout = { ".#.",
             "###",
             ".#." },
  hash   = "beta % 4 == 0 ? 1 : beta - 1, (beta + 2) / 3",
  member = "x == 1 || y == 1"
}
