-- random_carpet.lua - a carpet for percolation: of each level's replicas but the middle one, each is kept by chance.
return fractal {
  name   = "random_carpet",
  layout = { "mmm",
             "m#m",
             "mmm" },
  maybe  = { m = 0.8 },
  draw   = { seed = 7 }
}
