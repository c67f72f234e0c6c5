return simplex { dimension = 2 }
