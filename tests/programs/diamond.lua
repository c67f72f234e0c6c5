-- Counts over rows of which those beside each other share no ends.
return program { state = { s = "u1" }, neighbours = diamond(8), init = { s = "chance(0.4)" }, update = "s = count(s) % 3 == 1;" }
