-- Blocks of 2 x 2 that shift by a cell each step (Margolus): a cell's place in its block follows from parities.
return program {
  state = { s = "u1" },
  neighbours = { {-1,-1}, {0,-1}, {1,-1}, {-1,0}, {1,0}, {-1,1}, {0,1}, {1,1} },
  init = { s = "chance(0.3)" },
  update = [[
    int px = (x + step) % 2;
    int py = (y + step) % 2;
    int h = px == 0 ? (s[1, 0]) : (s[-1, 0]);
    int v = py == 0 ? (s[0, 1]) : (s[0, -1]);
    int d = px == 0 ? (py == 0 ? s[1, 1] : s[1, -1]) : (py == 0 ? s[-1, 1] : s[-1, -1]);
    s = h + v + d + s == 2 ? 1 - s : d;
  ]],
  observe = { a = "sum(s)" },
}
