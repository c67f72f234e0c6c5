local all = {}
while true do all[#all + 1] = { all } end
