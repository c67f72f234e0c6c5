-- Draws by turns of many colours, of neighbours two cells off, and asks for the step's number.
return program {
  state = { a = "u2", b = "u1" }, neighbours = { { 2, 0 }, { -1, 0 }, { 0, 1 }, { 1, -1 } }, order = "sublattices",
  param = { p = 0.25 }, init = { a = "uniform(4)", b = "chance(0.5)" },
  update = [[ int near = sum(a) + step % 5; if (chance(p * min(near, 3))) b = !b; a = near + uniform(3) + b; ]],
  observe = { a = "sum(a)", b = "sum(b)" },
}
