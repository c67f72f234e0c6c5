-- Seven replicas in a layout of unequal sides: no power of two anywhere.
return fractal { layout = { "#.#.", ".###", "#..#" } }
