return fractal { "#.", "##" }
