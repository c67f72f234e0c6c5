return fractal(setmetatable({}, { __index = function() return 3 end }))
