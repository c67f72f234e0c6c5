-- Drossel and Schwabl's forest: trees grow, lightning strikes, fire jumps to neighbours.
return program {
  state      = { s = "u2" },  -- 0 empty, 1 tree, 2 fire
  neighbours = "vonneumann",
  param      = { p = 0.05, f = 0.001, density = 0.4 },
  init       = { s = "chance(density)" },
  update     = [[
    bool burning = any(s == 2);
    bool grows = chance(p);
    bool struck = chance(f);
    if (s == 2) s = 0;
    else if (s == 1 && (burning || struck)) s = 2;
    else if (s == 0 && grows) s = 1;
  ]],
  observe    = { trees = "sum(s == 1 ? 1 : 0)", fires = "sum(s == 2 ? 1 : 0)" },
}
