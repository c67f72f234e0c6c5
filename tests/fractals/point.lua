-- One replica: one cell at every level, ever farther from the corner.
return fractal { layout = { "..", ".#" }, hash = "1, 1" }
