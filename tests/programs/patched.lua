-- Of more neighbours than stand in a kernel one by one: two stages that copy cells to patches, with the degree, draws, offsets and a maximum.
return program {
  state      = { u = "f32", s = "u2" },
  neighbours = box(3),
  init       = { u = "uniform()", s = "int(uniform() * 4)" },
  update     = {
    "int n = count(s == 2) + count(s); u = 0.5 * sum(u) / max(1, degree) + 0.25 * u[3, -1]; if (n > 25 && exists[-3, 2] && chance(0.3)) s = s + 1;",
    [[ u = u + 0.125 * max(abs(there.u - here.u)) + 0.01 * sum((dx + 0.5) * u) + 0.001 * sum(u * u) + 0.01 * sum(-s);
       s = any(s == 3) && count(s > 1 && u < 0.9) > 4 ? s : 3; ]],
  },
  observe    = { mass = "sum(u)", ones = "sum(s == 1)" },
}
