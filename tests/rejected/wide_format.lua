return fractal { name = string.format("%999999999d", 1) }
