-- Replicas far apart: a few levels of them make numbers of many bits.
return fractal { layout = { "#..............#" } }
