-- All kinds of reductions over a list so long that cells are updated along rows of a patch.
return program {
  state = { a = "f32", s = "u3", t = "i32" }, neighbours = { near = "moore", far = disc(4), off = { {3, 1} } }, param = { w = 0.25 },
  init = { a = "uniform()", s = "uniform(8)", t = "uniform(100)" },
  update = [[ int most = max(far, t + s); int least = min(far, t); real mean = sum(far, (w / (1 + dx * dx + dy * dy)) * a) + 0.125 * a[1, 0] - 0.5 * a;
    bool some = any(far, s > 6 && dx > dy), none = all(far, s < 7);
    int k = count(far, s == 2) + sum(far, s) + count(off, s > 1);
    if (some && exists[0, -1]) t = (t + most - least) % 1000; else t = k - degree + (first ? 7 : 0) + x % 5 + step;
    s = none ? s + k : k;
    a = pow(mean - floor(mean), 1.5); ]],
  observe = { a = "sum(a)", t = "sum(t)" },
}
