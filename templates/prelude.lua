-- prelude.lua: what every template may use beside the plan's own values (see gen/source/source.c for those).

-- How the two targets spell the same thing. fn: a function; constant: a small array; wide: one that neighbouring
-- threads read at neighbouring places; cells_type: what holds the cells that the rule works on at once; no_cells,
-- all_cells: words of lanes that are constant.
local spelling = {
  cuda = { extension = "cu", fn = "static __device__ __forceinline__", constant = "static __constant__ const",
           wide = "static __device__ const __align__(16)", restrict = "__restrict__",
           cells_type = "u32", no_cells = "0u", all_cells = "~0u", clz = "__clz", ctz = "(u32)__ffs((int)%s) - 1" },
  host = { extension = "c", fn = "static inline", constant = "static const", wide = "static const",
           restrict = "restrict", cells_type = map == "lanes" and "nbb_words" or "u8", no_cells = "(nbb_words){ 0 }",
           all_cells = "~(nbb_words){ 0 }", clz = "__builtin_clz", ctz = "(u32)__builtin_ctz(%s)" },
}
for key, text in pairs(spelling[target]) do _ENV[key] = text end

-- "a, b, c" with `width` items a line, or as many as fit 118 columns, each line behind `indent` (four blanks), for an array's
-- initialiser.
function items(list, width, format, indent)
  local before = indent or "    "
  local lines, line, columns = {}, {}, 0
  for i, item in ipairs(list) do
    local text = string.format(format or "%d", item)
    if #line == width or (#line > 0 and columns + #text + 2 > 118 - #before) then
      lines[#lines + 1] = before .. table.concat(line, ", ")
      line, columns = {}, 0
    end
    line[#line + 1], columns = text, columns + #text + 2
  end
  lines[#lines + 1] = before .. table.concat(line, ", ")
  return table.concat(lines, ",\n")
end

-- One column of a list of records.
function column(list, key)
  local values = {}
  for i, record in ipairs(list) do values[i] = record[key] end
  return values
end

if domain == "fractal" then
  -- The axes on which tiles have different places: where the fractal grows, if there is more than one tile.
  growing = {}
  for _, axis in ipairs { "x", "y" } do
    if _ENV["s_" .. axis] > 1 and r_b > 0 then growing[#growing + 1] = axis end
  end

  -- The axes on which cells of a tile have different places, and those on which tau(beta) is evaluated.
  inside, hashed = {}, {}
  for _, axis in ipairs { "x", "y" } do
    local grows = _ENV["s_" .. axis] > 1
    if grows and t > 0 then inside[#inside + 1] = axis end
    if grows and (r_b > 0 or intra == "unroll" and t > 0) then hashed[#hashed + 1] = axis end
  end

  -- Whether any kernel needs the mask: cell by cell, one that writes each cell does not ask which are there.
  masks = pass ~= "write" or map == "compact" or intra == "box"

  -- Whether lanes share the levels of lambda: a single level leaves nothing to share.
  shuffles = eval == "shuffle" and r_b > 1
end

-- A text for each coordinate of a cell: by_axis("u32 %s") is "u32 x, u32 y".
function by_axis(form, between)
  local texts = {}
  for i, axis in ipairs(axes) do texts[i] = form:format(axis) end
  return table.concat(texts, between or ", ")
end

-- Directions are numbered as gen/domain/domain.h says: a step on an axis changes the number by the axis's stride.
direction_strides = {}
for i, axis in ipairs(axes) do direction_strides[axis] = math.tointeger(3 ^ (i - 1)) end

-- Generated code goes from numbers to steps and back: step_on("d", "y") is "d / 3 - 1", the step of direction d on an axis;
-- beside("place.%s", "d") is each coordinate one step on; direction_at("d%s") is "(dy + 1) * 3 + dx + 1", the direction of steps.
function step_on(direction, axis)
  local text = axis == "x" and direction or direction .. " / " .. direction_strides[axis]
  return text .. (axis == axes[#axes] and "" or " % 3") .. " - 1"
end

function beside(form, direction)
  local texts = {}
  for i, axis in ipairs(axes) do texts[i] = form:format(axis, axis) .. " + " .. step_on(direction, axis) end
  return table.concat(texts, ", ")
end

function direction_at(form)
  local texts = {}
  for i, axis in ipairs(axes) do
    local step = form:format(axis, axis)
    texts[#axes + 1 - i] = axis == "x" and step .. " + 1" or ("(%s + 1) * %d"):format(step, direction_strides[axis])
  end
  return table.concat(texts, " + ")
end

-- Whether lambda takes a launch a level (--recursion branches). Then a kernel's last parameter is the level, a tile's place is
-- found with it, and a launch works on the level's tiles. Otherwise where ranks share the items, the last ones are the range.
by_level = domain == "simplex" and #level_first > 0
level_parameter = by_level and ", u32 level" or sharded and ", u64 first_item, u64 items" or ""
level_argument = by_level and ", level" or ""
tiles_begin = by_level and "nbb_level_first[level]" or sharded and "(nbb_index)first_item" or "0"
tiles_end = by_level and "nbb_level_first[level + 1]" or sharded and "(nbb_index)(first_item + items)" or "TILES"
from_first_tile = tiles_begin == "0" and "" or tiles_begin .. " + "  -- on CUDA, where a block's number is added

-- The items that a launch works on: words of 32 lanes, or tiles. Where ranks share them, those of its last two parameters, of which
-- the first is a multiple of 32; then a kernel's threads, words and groups of 32 items are counted from there.
range_parameters = sharded and ", u64 first_item, u64 items" or ""
items_begin = sharded and "(nbb_index)first_item" or "0"
items_end = sharded and "(nbb_index)(first_item + items)" or map == "lanes" and "ITEMS" or "TILES"
groups_begin = sharded and "(nbb_index)(first_item / 32)" or "0"
groups_end = sharded and "(nbb_index)((first_item + items + 31) / 32)" or "(ITEMS + 31) / 32"
from_first = sharded and "first_item + " or ""
from_first_item = sharded and "(nbb_index)first_item + " or ""

-- A step's items: those of the range, or of the groups of it that are listed (section items). Item i of a step; on the host loops
-- over these go from listed_begin to listed_end.
listed_parameters = level_parameter .. (sharded and (", const u32 *%s groups"):format(restrict) or "")
listed_begin, listed_end = sharded and "0" or tiles_begin, sharded and "(nbb_index)items" or tiles_end
function listed_item(i)
  return sharded and ("nbb_item(first_item, items, groups, %s)"):format(i) or (target == "cuda" and from_first_tile or "") .. i
end

-- The words of so many rows of 32 items each: where those of a launch's items begin, as a term of a sum, and end.
function words_begin(rows) return sharded and "first_item * " .. rows .. " + " or "" end
function words_end(rows, all) return sharded and "(first_item + items + 31) / 32 * 32 * " .. rows or all end

-- Coordinates mixed into `text` one after the other, from axis `first` on, each with a cast.
function mixed(text, mix, first, cast)
  for i = first, #axes do text = ("%s(%s ^ %s%s)"):format(mix, text, cast or "", axes[i]) end
  return text
end

-- From a row of the box to the next.
pitch = domain == "simplex" and "PITCH" or "N_X"

-- Where cell (x, y) or (x, y, z) of the box is stored.
function place_in_box(x, y, z)
  return #axes == 3 and ("((u64)(%s) * SIDE + %s) * PITCH + %s"):format(z, y, x) or ("(u64)%s * %s + %s"):format(y, pitch, x)
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

-- Variant 3 of --tc: the workload's kernel knows the cell that each word of a tile begins with, not the tile's place alone.
coordinates = tc == 3 and lambda_by_product

-- A shift to the right, in the type that holds cells (in C a byte shifted becomes an int).
function shifted(text, by)
  if by == 0 then return text end
  return cells_type == "u8" and "(u8)(" .. text .. " >> " .. by .. ")" or text .. " >> " .. by
end

-- Where in the layout, row by row, (x, y) falls at level mu (from 0) of `levels`: y_mu * s_x + x_mu, the digits of x and y
-- in base s. With `span`, in the layout of that many levels at once, in base s^span. The top digit needs no modulo.
function place_in_layout(mu, levels, span)
  span = span or 1
  local function digit_of(axis, s)
    return s > 1 and divided(axis, s ^ mu // 1 | 0) .. (mu + span == levels and "" or " % " .. (s ^ span // 1 | 0)) or nil
  end
  local x, y = digit_of("x", s_x), digit_of("y", s_y)
  return x and y and times(y, s_x ^ span // 1 | 0) .. " + " .. x or x or y
end

-- "a, b, c" on one line; of a part of the list when `first` and `last` are given.
function inline(list, first, last) return table.concat(list, ", ", first or 1, last or #list) end

-- Whether a simplex's cells are stored tile after tile, and whether each is a bit of a row's words.
by_tile = domain == "simplex" and storage ~= "embedded"
by_bits = storage == "bits"

-- Whether kernels are printed that the program's own text is for: a rule's steps, and passes over cells, are not of these.
programmed = program and (law == "program" or prints.init or prints.totals)

-- Whether a program's cells are bits, with a word for each plane.
in_planes = law ~= "none" and (by_bits and law == "program" or map == "lanes" and not wide_cells)

if in_planes and by_bits then
  -- A program's launch as map lanes has it, as far as sections on draws ask: the draws of both kinds, and what is drawn once a step, by
  -- the position of a thread's word and slot.
  local step, by_slot = { told = {}, statements = {}, once = {} }, {}
  for _, kind in ipairs { "inside", "edge" } do
    for _, operation in ipairs(row_code[kind].operations) do
      local slot = operation.slot
      if operation.masks or operation.digit then step.statements[#step.statements + 1] = operation end
      if slot and not by_slot[slot + 1] then
        by_slot[slot + 1] = operation
      end
    end
  end
  for position = 0, target == "cuda" and depth - 1 or 0 do
    for _, draw in ipairs(by_slot) do
      step.once[#step.once + 1] = { position = position, request = draw.request, row = draw.row }
    end
  end
  launches = { step = step }
end

-- Whether totals are counted in words of cells.
totals_in_words = (in_planes or by_bits) and lane_totals

-- Whether words hold cells as bits, of several planes or of one; a plane's words of a position stand behind each other.
by_words = by_bits and law == "rule" or map == "lanes" and not wide_cells
planes_times = planes > 1 and "PLANES * " or ""

-- Whether a step of a program goes over a simplex's tiles by fours of cells, each from itself alone.
fours = domain == "simplex" and by_fours

-- Whether they go by strips, several steps a launch.
strips = domain == "simplex" and strip_slab > 0

-- Whether a program's kernels look for a cell's neighbours one by one. Then a cell says the tile that it is in, for them to be
-- looked for there first.
looks_beside = false
if program then
  local totals_look = prints.totals and not totals_in_words
  local update_looks = law == "program" and map ~= "lanes" and not by_bits and not strips
  looks_beside = #program.init.neighbours > 0 or totals_look and #program.totals.neighbours > 0
                 or update_looks and #program.update.neighbours > 0
end
names_tile = looks_beside and storage == "packed" and domain == "fractal"

-- What the state is stored as, and a cell's state in the check's own C.
state_type = (by_bits or map == "lanes" and not wide_cells) and "u32" or cell_type
sample_type = pass == "distances" and cell_type or "unsigned char"

-- How the pass over a simplex's tiles finds a tile's place.
place_of = domain == "simplex" and lambda_by_product and "nbb_place_by_product" or "nbb_place_of"

-- What distances are computed in, and whether they are then rounded to halves.
real_type = cell_type == "double" and "double" or "float"
to_halves = cell_type == "u16"

-- On the host a state of lanes that caches do not keep until the next step is read ahead of time, and written past them unless in place.
reads_ahead = map == "lanes" and evolves and 4 * lane_words >= 16 << 20
writes_past = reads_ahead and not in_place

function plural(count, noun) return count .. " " .. noun .. (count == 1 and "" or "s") end

-- A word that is told of a step: a bit of its number, or of what it and parameters tell, which all cells have alike.
function told_step(told)
    local step = told.number > 0 and "(step + " .. told.number .. ")" or "step"
    local of = told.scalar > 0 and "(u32)(" .. table.concat(program.scalars[told.scalar], step) .. ")" or step
    return ("0u - (%s >> %d & 1)"):format(of, told.bit)
end
