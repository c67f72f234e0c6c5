-- The same in space, of fields that are one list's.
return program {
  state = { s = "u2", q = "u1" }, neighbours = box(2), init = { s = "uniform(4)", q = "chance(0.5)" },
  update = "s = count(s == 1) + min(s) + z + sum(s) / 3 + s[1, 0, 0]; q = count(s > 2) > 30;",
}
