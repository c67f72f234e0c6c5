return simplex { m = 2, layout = { "#.", "##" } }
