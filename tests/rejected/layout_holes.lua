return fractal { layout = { "##", nil, ".#" } }
