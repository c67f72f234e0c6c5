-- two_draws.lua: a word's draws with as many masks, of which two are made together: what is between them depends on the first one, and so
-- does a third one; a fourth one has more masks.
return program {
  state      = { a = "u1", b = "u1" },
  neighbours = "moore",
  param      = { p = 0.3, q = 0.6 },
  init       = { a = "chance(0.5)", b = "chance(0.4)" },
  update     = [[
    bool one = chance(a ? p : q);
    bool late = one != any(b) || !one && a == 1;
    bool other = chance(b ? q : p);
    bool third = chance(late ? q : p);
    bool fourth = chance(a == b ? p : a > b ? q : 0.5);
    a = other ? late : third != fourth;
    b = one != (third && b);
  ]],
  observe    = { a = "sum(a)", b = "sum(b)" },
}
