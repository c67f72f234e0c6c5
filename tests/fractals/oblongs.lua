-- oblongs.lua - levels of different sides on each axis, with a single column, a single row and a single replica among them.
return fractal {
  levels = { { layout = { "##", ".#", "#." } },
             { replicas = { { 2, 0 }, { 0, 0 } }, s = { 3, 1 } },
             { layout = { ".#" } },
             { layout = { "#", "#" }, member = "x == 0" },
             { layout = { "#.#", "###" } } }
}
