-- alone_by_turns.lua - colours that take turns, of cells that ask where they are, and for nothing around them.
return program { state = { a = "i16", b = "u4" }, order = "sublattices", neighbours = "vonneumann",
  init = { a = "uniform(200)", b = "uniform(16)" }, update = "a += uniform(8) + x % 3;" }
