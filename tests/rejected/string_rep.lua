return fractal { layout = { ("#"):rep(1e10) } }
