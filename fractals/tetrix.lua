-- Sierpinski's tetrahedron: a corner of the cube and the three beside it.
return fractal {
  name   = "tetrix",
  layout = { { "##",
               "#." },
             { "#.",
               ".." } },
  hash   = "beta == 1, beta == 2, beta == 3",
  member = "x + y + z < 2"
}
