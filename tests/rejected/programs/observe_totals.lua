local sums = "sum(a)"
for _ = 1, 120 do sums = sums .. " +\nsum(a)" end
return program {
  state = { a = "u8" }, neighbours = "moore", init = { a = "1" }, update = "a = a + 1;", observe = { m = sums },
}
