local name = "t"
return program {
  state = { s = "u1" }, neighbours = "moore",
  update = "int a = 1;\n" .. "s = " .. name .. ";",
}
