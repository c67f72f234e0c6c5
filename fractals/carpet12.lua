-- carpet12.lua - 12 of 16: the square without its corners [Genzor, Gendiar, Nishino 2016]. Its Ising model orders below
-- T = 1.317.
return fractal {
  name   = "carpet12",
  layout = { ".##.",
             "####",
             "####",
             ".##." },
  member = "(x % 3 == 0) + (y % 3 == 0) < 2"
}
