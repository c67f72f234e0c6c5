return fractal { layout = { "" } }
