-- Draws for most cells in most steps, in each of the ways there are: chances of what a cell's neighbours are, of all
-- alike and at each other step, numbers below a power of two and below others.
return program {
  state = { a = "u2", b = "u1" },
  neighbours = "moore",
  param = { p = 0.7 },
  init = { a = "uniform(4)", b = "chance(0.5)" },
  update = [[
    int near = count(b);
    int most = max(a);
    if (chance(p * near / 8)) a = uniform(3) + most % 2;
    else if (step % 2 == 0) a = uniform(4);
    b = chance(0.5) ? near % 2 : uniform(2);
  ]],
  observe = { a = "sum(a)", b = "sum(b)" },
}
