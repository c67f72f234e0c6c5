fractal { layout = { "#.", "##" } }
