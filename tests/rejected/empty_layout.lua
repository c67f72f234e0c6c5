return fractal { layout = {} }
