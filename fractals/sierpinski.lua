-- The Sierpinski gasket with a right angle: Pascal's triangle modulo 2.
return fractal {
  name   = "sierpinski",
  layout = { "#.",
             "##" },
  hash   = "beta / 2, (beta + 1) / 2",
  member = "x <= y"
}
