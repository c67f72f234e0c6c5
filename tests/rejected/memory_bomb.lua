local s = "#"
while true do s = s .. s end
