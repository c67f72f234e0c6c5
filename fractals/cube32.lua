-- cube32.lua - 32 of 64: the cube without its corners and edges [Genzor et al., arXiv 2506.17053]. Its Ising model orders
-- below T = 2.652.
local ends, middle = { "....",
                       ".##.",
                       ".##.",
                       "...." }, { ".##.",
                                   "####",
                                   "####",
                                   ".##." }
return fractal {
  name   = "cube32",
  layout = { ends, middle, middle, ends },
  member = "(x % 3 == 0) + (y % 3 == 0) + (z % 3 == 0) < 2"
}
