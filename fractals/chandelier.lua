-- The chandelier: s differs by axis, 3 x 2.
return fractal {
  name   = "chandelier",
  layout = { ".#.",
             "###" },
  hash   = "beta > 0 ? beta - 1 : 1, beta > 0",
  member = "x == 1 || y == 1"
}
