-- The lattice gas of Hardy, Pomeau and de Pazzis: two that meet head-on leave at right angles; what would leave the cells bounces back.
return program {
  state      = { e = "u1", w = "u1", n = "u1", s = "u1" },  -- n is towards smaller y
  neighbours = "vonneumann",
  param      = { density = 0.3 },
  init       = { e = "chance(density)", w = "chance(density)", n = "chance(density)", s = "chance(density)" },
  update     = {
    "bool meet = e == w && n == s && e != n; e = e ^ meet; w = w ^ meet; n = n ^ meet; s = s ^ meet;",
    [[
      int e2 = exists[-1, 0] ? e[-1, 0] : w;
      int w2 = exists[1, 0] ? w[1, 0] : e;
      int n2 = exists[0, 1] ? n[0, 1] : s;
      int s2 = exists[0, -1] ? s[0, -1] : n;
      e = e2; w = w2; n = n2; s = s2;
    ]],
  },
  observe    = { mass = "sum(e + w + n + s)", px = "sum(e - w)", py = "sum(s - n)" },
}
