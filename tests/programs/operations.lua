-- Every operation on integers, in a step's 32 bits and in the 64 of what is observed; extremes, and a cell by its place.
return program {
  state      = { a = "i32", b = "u32", c = "f32" },
  neighbours = "moore",
  init       = { a = "first ? 2147483647 : x * 40503 - y * 977 - uniform(5000)", b = "y * 7 + uniform(9)", c = "uniform()" },
  update     = [[
    int near = max(a) - min(b) + count(here.a > there.a);
    int odd = b % 5 - 2;
    if (any(c > 0.5) && first || step % 2 == 1) c = sqrt(abs(c - 0.25)) / 2 + floor(c * 3) / 8;
    a = (-near / odd ^ near % odd) + (a << (b & 3)) - (abs(a) >> 2) + (all(a > 0) ? ~a : int(c * 7));
    b = b * 5 | step;
  ]],
  observe    = {
    low = "min(a)", high = "max(a)", most = "max(c)", home = "at(0, 0, a)", c = "sum(c)", pairs = "pairs(here.a > there.a)",
    mixed = "sum(-a / (b % 5 - 2) + abs(a) % (b % 3) + (a << 3) - (a >> 1))", square = "sum(a * a * a)",
  },
}
