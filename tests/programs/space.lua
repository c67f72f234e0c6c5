-- Counts over large lists in space, whose rows along x and columns along z have no gaps: of zeros, which ask where cells are; two planes, draws.
return program {
  state = { s = "u1", q = "u2" },
  neighbours = { near = box(2), far = disc(3), few = { {1, 0, 0}, {2, 0, 0}, {0, 2, -1}, {-2, 1, 0} } },
  param = { p = 0.2 },
  init = { s = "chance(0.4)", q = "uniform(4)" },
  update = [[
    int a = count(near, s == 0), b = count(far, s == 1) + s + step % 3;
    s = a > 30 ? !s : any(few, s == 1);
    q = q + (chance(p) ? a % 4 : b % 3);
  ]],
  observe = { s = "sum(s)", q = "sum(q)" },
}
