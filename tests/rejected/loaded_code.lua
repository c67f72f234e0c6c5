return load("return fractal { layout = { '##' } }")()
