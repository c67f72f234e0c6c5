-- Reductions over long and short lists, weights as numbers and as arguments, tables, named expressions, stages, and names that hide builtins.
return program {
  state      = { s = "u1", u = "f32", n = "i32" },
  neighbours = { near = box(3), far = disc(5), few = { { 1, 0 }, { -2, 1 } } },
  param      = { w = 4.0, step = 2, min = 0.3 },
  const      = { c = { 3, -1, 4, 1, 5 }, h = { 0.25, -1/3 } },
  let        = { ["over(l, e)"] = "sum(l, e)", fifth = "step / 10" },
  init       = { s = "chance(min)", u = "uniform()", n = "uniform(100) - 50" },
  update     = { [[
    int sum = count(far, s == 1 && dx * dx + dy * dy > int(step)) + sum(dx * s) + count(few, s);
    int dy = min(far, n + dx) + max(n - degree);
    if (any(far, n > 40 && dx > 0)) u = u + 0.01 * sum(far, exp(-(dx * dx + 1) / w) * (u - here.u));
    else if (all(few, n < 20)) n = n + sum + sum(degree * dx) + dy;
    else s = !s;
    n = n + sum(far, n * 1000003 * dx) % 17 + s[-3, 2] + exists[3, 3] + degree + sum(few, x - here.x + y * 2);
    u = u + 0.001 * sum(few, w * dx) + fmod(h[n & 1] + round(u * fifth), 0.7) * sign(u - 0.5);
    n = n + c[n % 7] * sign(n) + over(few, c[abs(dx)] * s);
  ]], [[
    int sum = count(s); s = chance(h[0]) ? !s : s;
    u = u + 0.01 * max(u) * (sum > 20);
  ]], "n = n - sum(few, n) / 4;" },
  observe    = {
    a = "sum(s)", n = "sum(n)", pi = "sum(u)", x = "max(n)", degree = "sum(degree)", far = "pairs(there.degree)",
    p = "pairs(here.s != there.s)", r = "pairs(here.u * there.u)",
  },
}
