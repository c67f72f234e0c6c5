string.format = nil
return fractal { name = ("x"):format() }
