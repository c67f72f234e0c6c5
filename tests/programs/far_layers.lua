-- far_layers.lua - neighbours more layers away than a thread goes through.
return program { state = { f = "u1" }, neighbours = { { 5, 5, -7 }, { -3, -5, 1 }, { 0, 8, 0 }, { 0, -4, 6 } },
  init = { f = "chance(0.5)" }, update = "f = sum(f) == 1;" }
