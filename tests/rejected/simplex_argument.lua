return simplex(2)
