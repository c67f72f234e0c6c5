return fractal { layout = { "#" } }
