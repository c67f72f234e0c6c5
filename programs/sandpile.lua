-- The sandpile of Bak, Tang and Wiesenfeld: a grain falls each period, and its avalanche is measured.
--
-- A cell with `limit` grains, or as many as it has neighbours if these are more, topples: it loses so many, and each
-- neighbour gets one. Grains leave the pile at cells with fewer neighbours than `limit`: on the gasket with
-- triangular neighbours, at its three corners. At the first step of a period each cell gets a grain with probability
-- `rate`, best about 1 / cells; `hit` marks it, and `t` counts, to 255, how often a cell has toppled since. Observe
-- with --every PERIOD: rows with hits == 1 are avalanches of one grain; one that is not over (toppling > 0) runs into
-- the next period.
return program {
  state      = { u = "u4", t = "u8", hit = "u1" },
  neighbours = "triangular",
  param      = { limit = 3, period = 1024, rate = 0.001 },
  require    = { "limit >= 1", "limit <= 7", "limit == floor(limit)", "period >= 1",
                 "period == floor(period)", "(int(period) & (int(period) - 1)) == 0" },
  init       = { u = "uniform(int(limit))" },
  update     = [[
    int most = max(int(limit), degree);
    bool topples = u >= most;
    bool opens = (step & (int(period) - 1)) == 0;
    bool falls = opens && chance(rate);
    if (opens) {
      t = 0;
      hit = falls;
    }
    if (topples && t < 255) t += 1;
    u += count(u >= max(int(limit), degree)) - (topples ? most : 0) + (falls ? 1 : 0);
  ]],
  observe    = {
    grains   = "sum(u)",
    hits     = "sum(hit)",
    size     = "sum(t)",
    area     = "sum(t > 0 ? 1 : 0)",
    toppling = "sum(u >= max(int(limit), degree) ? 1 : 0)",
  },
}
