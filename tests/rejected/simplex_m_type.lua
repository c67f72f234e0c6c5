return simplex { m = "2" }
