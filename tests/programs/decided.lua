-- What one random real decides, where words of bits have it: it rises and falls, in each of a chance's cases and in
-- branches, as a number too; and a number of few digits.
return program {
  state = { s = "u3", f = "u1" },
  neighbours = "vonneumann",
  param = { p = 0.3, T = 1.5 },
  init = { s = "int(uniform() * 6)", f = "uniform() < 0.4" },
  update = [[
    int k = count(f == 1);
    real r = uniform();
    if (r < p / (1 + k)) f = !f; else if (r * 3 >= 2) f = exp(-k / T) > uniform();
    int turn = int(1 - 5 * uniform());
    real t = s > 3 ? 1 - uniform() : p;
    s = t < 0.35 ? s + turn : int(max(0.25, r) * 7);
    if (s == 0) s = uniform(5);
  ]],
  observe = { a = "sum(s)", b = "sum(f)" },
}
