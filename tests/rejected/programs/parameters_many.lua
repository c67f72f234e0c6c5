local many = {}
for i = 1, 65 do many["p" .. i] = i end
return program {
  state = { s = "u1" }, neighbours = "moore", param = many, update = "s = 0;",
}
