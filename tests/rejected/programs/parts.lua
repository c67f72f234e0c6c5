local sums = "sum(a * a)"
for _ = 1, 150 do sums = sums .. " +\nsum(a * a)" end
local update = ""
for _ = 1, 20 do update = update .. "a = " .. sums .. ";\n" end
return program {
  state = { a = "u8" }, neighbours = "moore", init = { a = "1" }, update = update,
}
