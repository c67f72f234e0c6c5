return fractal { layout = { "...", "..." } }
