-- The quadratic Koch curve: each piece of it is the diagonal of a box, and five boxes in a row of turns make a larger one.
return fractal {
  layout = { "#b#",
             "a..",
             "#.." },
  turns  = { a = "270", b = "90" }
}
