-- No holes at all: k = s^2, every neighbour exists.
return fractal { layout = { "###", "###", "###" } }
