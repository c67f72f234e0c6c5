-- Given by replicas, out of order, on a large layout.
return fractal { s = 16, replicas = { { 15, 15 }, { 0, 0 }, { 1, 0 }, { 8, 7 }, { 7, 8 }, { 0, 15 }, { 15, 0 }, { 0, 1 } } }
