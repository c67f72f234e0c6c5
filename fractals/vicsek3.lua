-- Vicsek's fractal in space: the centre of the cube and those of its faces.
return fractal {
  name   = "vicsek3",
  layout = { { "...",
               ".#.",
               "..." },
             { ".#.",
               "###",
               ".#." },
             { "...",
               ".#.",
               "..." } },
  member = "(x == 1) + (y == 1) + (z == 1) > 1"
}
