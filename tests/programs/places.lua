-- Of bits: where a cell is, by its neighbours one by one, its place and the first cell; what is observed is asked of words.
return program {
  state      = { s = "u1", t = "u2" },
  neighbours = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } },
  init       = { s = "first || chance(0.3)", t = "uniform(3) + step" },
  update     = [[
    bool east = exists[1, 0] ? s[1, 0] == 1 : false;
    s = first && step % 2 == 0 ? 1 : east != (t[0, -1] > 1);
    t = t + s[-1, 0] + degree;
  ]],
  observe    = { s = "sum(s)", edges = "pairs(here.s != there.s)", t = "max(t)", origin = "sum(first ? s : 0)", at = "at(0, 0, t)",
                 mixed = "sum(step % 2 == 0 ? s : t)" },
}
