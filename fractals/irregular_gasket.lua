-- irregular_gasket.lua - a scale-irregular Sierpinski gasket: each level divides a side by 2 or by 3, drawn at random.
return fractal {
  name   = "irregular_gasket",
  levels = { { layout = { "#.",
                          "##" } },
             { layout = { "#..",
                          "##.",
                          "###" } } },
  draw   = { seed = 7, weights = { 0.7, 0.3 } }
}
