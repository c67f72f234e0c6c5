local update = ""
for i = 1, 257 do update = update .. "{ int a; }\n" end
return program { state = { s = "u1" }, neighbours = "moore", update = update }
