-- What pairs returns is a function of the tables alone, whatever it is called with.
local step = pairs { "###" }
return fractal { layout = step("###") }
