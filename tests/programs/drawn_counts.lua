-- drawn_counts.lua: counts along rows beside numbers whose digits are drawn.
return program {
  state      = { a = "u1" },
  neighbours = box(5),
  init       = { a = "chance(0.5)" },
  update     = "a = (count(a) > 50 + uniform(8)) != (uniform(4) == 1);",
  observe    = { a = "sum(a)" },
}
