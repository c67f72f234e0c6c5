-- The candy: a 4 x 4 box without the middle of its top and bottom edges.
return fractal {
  name   = "candy",
  layout = { "#..#",
             "####",
             "####",
             "#..#" },
  hash   = "(beta + 2 * (beta > 0) + 2 * (beta > 10)) % 4, (beta + 2) / 4",
  member = "x % 3 == 0 || y % 3 != 0"
}
