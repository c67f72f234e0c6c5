-- The Manna sandpile of fixed energy: two grains or more send one each to two neighbours drawn at random. Activity stays or dies out.
return program {
  state      = { z = "u8", a = "u3", b = "u3" },  -- grains; where two of them go: 1 to 4, 0 where there are fewer
  neighbours = "vonneumann",
  param      = { density = 0.8 },
  init       = { z = "chance(density / 2) + chance(density / 2)" },
  update     = {
    "bool topples = z >= 2; a = topples ? 1 + uniform(4) : 0; b = topples ? 1 + uniform(4) : 0;",
    [[
      int gone = (a == 1 && exists[1, 0]) + (a == 2 && exists[-1, 0]) + (a == 3 && exists[0, 1]) + (a == 4 && exists[0, -1])
               + (b == 1 && exists[1, 0]) + (b == 2 && exists[-1, 0]) + (b == 3 && exists[0, 1]) + (b == 4 && exists[0, -1]);
      z = z - gone + (a[-1, 0] == 1) + (b[-1, 0] == 1) + (a[1, 0] == 2) + (b[1, 0] == 2)
            + (a[0, -1] == 3) + (b[0, -1] == 3) + (a[0, 1] == 4) + (b[0, 1] == 4);
    ]],
  },
  observe    = { grains = "sum(z)", active = "sum(z >= 2)" },
}
