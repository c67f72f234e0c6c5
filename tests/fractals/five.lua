-- s = 5, sparse, with replicas that touch only at corners.
return fractal { layout = { "#...#", ".#.#.", "..#..", ".#.#.", "#...#" } }
