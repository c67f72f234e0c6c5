-- Of bits: all ways to ask whether coordinates are odd: with the step's number, with fields, in chances and in totals.
return program {
  state = { s = "u1", q = "u2" },
  neighbours = "moore",
  param = { p = 0.3 },
  init = { s = "chance(0.5)", q = "uniform(4)" },
  update = [[
    int px = (x + step) % 2;
    int odd = (x ^ y * (z + 1)) & 1;
    int near = count(s);
    if ((x - y + q) % 2 != 0) q = q + 1;
    else if ((step - x) % 2) q = (near + px) % 4;
    s = chance(px == 1 ? p : 0.6) ? (near > 2 + odd ? 1 : s) : (x + y + step + near) % 2 == 1;
  ]],
  observe = {
    a = "sum((x + y) % 2 == 0 ? s : -s)", n = "sum((3 * x + 5 * y + z + step) & 1)", e = "pairs((here.x & 1) == 1 && here.s != there.s)",
    q = "sum(q)",
  },
}
