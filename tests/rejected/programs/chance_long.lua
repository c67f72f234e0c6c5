local sum, product = "p", "a * b"
for _ = 1, 60 do sum = sum .. " + p" end
for _ = 1, 60 do product = product .. " *\n(" .. sum .. ")" end
return program {
  state = { a = "u8", b = "u4" }, neighbours = "moore", param = { p = 0.1 }, init = { a = "1", b = "1" },
  update = "b = chance(" .. product .. ");",
}
