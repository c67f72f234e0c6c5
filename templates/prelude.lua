-- prelude.lua: what every template may use beside the plan's own values (see gen/source.c for those).

-- How the two targets spell the same thing. fn: a function; constant: a small array; wide: one that neighbouring
-- threads read at neighbouring places; kernel: an entry point.
local spelling = {
  cuda = { extension = "cu", fn = "static __device__ __forceinline__", constant = "static __constant__ const",
           wide = "static __device__ const __align__(16)", restrict = "__restrict__" },
  host = { extension = "c", fn = "static inline", constant = "static const", wide = "static const",
           restrict = "restrict" },
}
for key, text in pairs(spelling[target]) do _ENV[key] = text end

-- "a, b, c" with `width` items a line, each line indented by four blanks, for an array's initialiser.
function items(list, width, format)
  local lines, line = {}, {}
  for i, item in ipairs(list) do
    line[#line + 1] = string.format(format or "%d", item)
    if #line == width or i == #list then
      lines[#lines + 1] = "    " .. table.concat(line, ", ")
      line = {}
    end
  end
  return table.concat(lines, ",\n")
end

-- One column of a list of records.
function column(list, key)
  local values = {}
  for i, record in ipairs(list) do values[i] = record[key] end
  return values
end

-- Products with constants, leaving out what changes nothing.
function times(text, factor) return factor == 1 and text or text .. " * " .. factor end
function divided(text, by) return by == 1 and text or text .. " / " .. by end

-- beta_mu for mu = 1.. [M20]: floor(omega / k^(ceil(mu/2)-1)) mod k, with omega_x on odd levels, omega_y on even ones.
-- The last digit of an axis needs no modulo.
function digit(mu)
  if k == 1 then return "0" end
  local place, last = (mu - 1) // 2, mu + 2 > r_b
  return divided(mu % 2 == 1 and "wx" or "wy", k ^ place // 1 | 0) .. (last and "" or " % " .. k)
end

-- The replica number in the layout that level mu (from 0) of the block coordinates (x, y) falls on [S21].
function replica(mu)
  local function place(axis, s) 
    if s == 1 then return nil end
    return divided(axis, s ^ mu // 1 | 0) .. (mu + 1 == r_b and "" or " % " .. s)
  end
  local x, y = place("x", s_x), place("y", s_y)
  if not y then return x end
  y = times(y, s_x)
  return x and y .. " + " .. x or y
end

-- "a, b, c" on one line; of a part of the list when `first` and `last` are given.
function inline(list, first, last) return table.concat(list, ", ", first or 1, last or #list) end

-- The index of (x, y) in a table of the layout, row by row.
do
  local row = s_y > 1 and times("y % " .. s_y, s_x) or nil
  local place = s_x > 1 and "x % " .. s_x or nil
  place_in_layout = row and place and row .. " + " .. place or row or place
end

function plural(count, noun) return count .. " " .. noun .. (count == 1 and "" or "s") end
