-- s = 7: powers leave the exact halves at the fourth level.
return fractal { layout = { "###.###", "#.....#", "#.###.#", "..#.#..", "#.###.#", "#.....#", "###.###" } }
