local update = "s = 1"
for i = 1, 16 do update = update .. update end
return program { state = { s = "u1" }, neighbours = "moore", update = update }
