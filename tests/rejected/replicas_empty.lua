return fractal { s = 2, replicas = {} }
