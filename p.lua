return program { state = { s = "u1", t = "u2" }, neighbours = "moore", param = { q = 2, k = 1 }, init = { s = "chance(0.5)", t = "uniform(4)" },
  update = "s = count(s) == 3 || chance(0.1); t = (t + count(s)) % 4;", observe = { a = "sum(t == q ? s : 1 - s)", b = "sum(s && t >= k)", m = "sum(s) + q" } }
