return fractal { layout = { "#.", "##" } }
