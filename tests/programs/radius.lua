-- Counts over a radius of 9, of two things: their boxes have the tiles of a parent, and more shared memory than a kernel declares.
return program {
  state      = { a = "u2" },
  neighbours = { far = box(9) },
  init       = { a = "uniform(4)" },
  update     = "int n = count(far, a > 1) + count(far, a == 1); a = n % 3 == 0 ? n / 3 % 4 : a;",
  observe    = { a = "sum(a)" },
}
