-- Counts over large lists, whose columns have no gaps and rows have some; of zeros, which ask where cells are; two planes, and draws.
return program {
  state = { s = "u1", q = "u2" },
  neighbours = { near = box(4), far = { {-6,-3}, {-6,-2}, {-6,-1}, {-6,0}, {-6,1}, {0, 5}, {0, 6}, {0, 7}, {0, 4}, {3, 3}, {3, 2}, {3, 1}, {7, 0}, {7, -1}, {7, -2}, {8, 16}, {-1,0},{-2,0},{-3,0},{-4,0},{-5,0},{1,0},{2,0},{3,0},{4,0},{5,0},{6,0} } },
  param = { p = 0.2 },
  init = { s = "chance(0.4)", q = "uniform(4)" },
  update = [[
    int a = count(near, s == 0), b = count(far, q > 1);
    s = a > 30 ? !s : b % 3 == 1;
    q = q + (chance(p) ? a % 4 : 1);
  ]],
  observe = { s = "sum(s)", q = "sum(q)" },
}
