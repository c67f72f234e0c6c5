-- mixed_carpet.lua - a carpet whose levels are Sierpinski's and Vicsek's alternately, as mixed labyrinths and carpets are made of
-- several patterns.
return fractal {
  name   = "mixed_carpet",
  levels = { { layout = { "###",
                          "#.#",
                          "###" },
               hash   = "(beta + beta / 4) % 3, (beta + beta / 4) / 3" },
             { layout = { ".#.",
                          "###",
                          ".#." } } }
}
