return fractal { k = "1" + "2" }
