return fractal { layout = { "##" } }
