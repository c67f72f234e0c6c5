return program { state = { s = "u1" }, neighbours = "moore", update = "s = \27 0;" }
