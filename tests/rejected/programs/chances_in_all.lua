local update = ""
for _ = 1, 65 do update = update .. "a = a + chance(p * a * b);\n" end
return program {
  state = { a = "u8", b = "u4" }, neighbours = "moore", param = { p = 0.1 }, init = { a = "1", b = "1" }, update = update,
}
