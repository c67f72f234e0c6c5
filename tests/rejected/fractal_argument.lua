-- a layout is a field
return fractal "#."
