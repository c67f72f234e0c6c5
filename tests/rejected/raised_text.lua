error("a square needs no fractal")
