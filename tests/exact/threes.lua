-- s = 3 on both axes, and few enough replicas that a CUDA grid has room for more than 15 levels of tiles.
return fractal { layout = { "#..", "##.", "..#" } }
