-- Grows on x alone and has no holes: few tiles lie at its ends, however many there are in its small box.
return fractal { layout = { "###" } }
