-- Counts that run along rows: over three lists, of a plane and of what two planes say, with draws, the step and a parameter.
return program {
  state      = { a = "u1", b = "u2", c = "u1" },
  neighbours = { near = { {1, 0}, {2, 0}, {0, 1} }, far = box(3), wide = diamond(4) },
  param      = { p = 0.4, q = 2 },
  init       = { a = "chance(p)", b = "uniform(4)" },
  update     = [[
    int k = count(far, a) + a + step % 3; bool some = any(wide, a == 0 && b % 2 == 0 && q > 1); int near = count(a);
    if (chance(some ? p : 0.1)) b = k / 4 % 4;
    a = k < 22 && near % 2 == 0 || b == 1;
    c = 0;
  ]],
  observe    = { a = "sum(a)", b = "sum(b)" },
}
