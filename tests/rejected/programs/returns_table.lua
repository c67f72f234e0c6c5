return { state = { s = "u1" } }
