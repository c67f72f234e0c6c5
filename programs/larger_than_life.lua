-- Larger than Life, Bosco's rule: 34 to 45 of 121 give birth, with 34 to 58 a cell lives on. Bugs of many cells crawl.
return program {
  state      = { s = "u1" },
  neighbours = box(5),
  param      = { density = 0.45 },
  init       = { s = "chance(density)" },
  update     = "int k = count(s == 1) + s; s = k >= 34 && k <= (s ? 58 : 45);",
  observe    = { alive = "sum(s)" },
}
