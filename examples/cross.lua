-- A cross of any odd side: the middle row and the middle column.
local side, rows = 7, {}
local middle = side // 2 + 1
for y = 1, side do
  local row = {}
  for x = 1, side do row[x] = (x == middle or y == middle) and "#" or "." end
  rows[y] = table.concat(row)
end
return fractal { layout = rows }
