-- Grows on y alone.
return fractal { layout = { "#", "#", ".", "#" } }
