return fractal { layout = { "#################################" } }
