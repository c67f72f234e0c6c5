return fractal { name = table.concat({ table.unpack({}, 1, 1e9) }) }
