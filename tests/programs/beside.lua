-- Counts over lists that lie on one side of the cell, farther off below it than above.
local function block(left, right, top, bottom)
  local cells = {}
  for y = top, bottom do for x = left, right do cells[#cells + 1] = { x, y } end end
  return cells
end
return program {
  state      = { a = "u1", b = "u1" },
  neighbours = { below = block(-8, 3, 3, 14), right = block(2, 9, -1, 4) },
  init       = { a = "chance(0.4)", b = "chance(0.6)" },
  update     = "int n = count(below, a == 0) + count(right, b == 1); a = n % 5 < 2; b = n % 3 == 0;",
  observe    = { a = "sum(a)", b = "sum(b)" },
}
