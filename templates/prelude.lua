-- prelude.lua: helpers of text, which every template may use beside the tables that gen/source/source_values.h lists.

-- What many sections ask of the plan: of gpu, kernels are run by threads of blocks.
gpu, space, is_simplex, packed = target.gpu, #domain.axes == 3, domain.kind == "simplex", plan.storage == "packed"
by_program, by_rule, compact, direct = plan.law == "program", plan.law == "rule", plan.map == "compact", plan.asked.halo == "direct"

-- "a, b, c" with `width` items a line, or as many as fit 118 columns, each line behind `indent` (four blanks).
function items(list, width, format, indent)
  local lines, count = {}, width
  for _, item in ipairs(list) do
    local text = string.format(format or "%d", item)
    local longer = count < width and lines[#lines] .. ", " .. text
    if longer and #longer + 2 <= 118 then
      lines[#lines], count = longer, count + 1
    else
      lines[#lines + 1], count = (indent or "    ") .. text, 1
    end
  end
  return table.concat(lines, ",\n")
end

-- Prints a constant array: `head` is its type and name; `size`, if it is not the number of items, stands in its brackets: "3", "4][2".
function array(head, list, width, format, size)
  put(head, "[", size or #list, "] = {\n", items(list, width, format), "\n};")
end

-- What a function makes of each item of a list and its number, without what is nil; and whether it makes something of any.
function map(list, of)
  local made = {}
  for i, item in ipairs(list) do made[#made + 1] = of(item, i) end
  return made
end
function any(list, of) return #map(list, function(item, i) return of(item, i) or nil end) > 0 end

-- The kernels of steps that are printed, but PERSISTENT.
stepping = map({ "step", "rest" }, function(entry) return prints[entry] and entry or nil end)

-- What a function makes of each number from 0 to below `count`.
function each(count, of)
  local made = {}
  for i = 0, count - 1 do made[i + 1] = of(i) end
  return made
end

function column(list, key) return map(list, function(record) return record[key] end) end

-- A text for each coordinate of a cell: by_axis("u32 %s") is "u32 x, u32 y"; a function gives it by the axis's name.
function by_axis(form, between)
  local function text(axis) return type(form) == "string" and form:format(axis, axis, axis) or form(axis) end
  return table.concat(map(domain.axes, text), between or ", ")
end

function by_axis_of(vector, between) return by_axis(function(axis) return vector[axis] end, between) end

-- Of a fractal: tables of levels, each with its number, from 1, and its first replica's number and its first place among those of all tables;
-- replicas, places: how many these are; levels: the table of each, from 1; alike, whether all have the same.
if domain.kind == "fractal" then
  domain.replicas, domain.places, domain.alike = 0, 0, #domain.tables == 1
  for i, one in ipairs(domain.tables) do
    one.number, one.first, one.place, one.s_x, one.s_y, one.s_z = i, domain.replicas, domain.places, one.s.x, one.s.y, one.s.z
    domain.replicas, domain.places = one.first + one.k, one.place + #one.layout * one.s.x
  end
  domain.levels = map(domain.levels, function(number) return domain.tables[number] end)
end

-- Whether replicas are turned: then tables are those of all orientations, from 0. What comes before the entries of one, as a term of a sum.
turned = domain.kind == "fractal" and domain.orientations > 1
function oriented(size, by) return turned and ("%s * %s + "):format(by or "orientation", size) or "" end

-- The axes on which tiles have different places, where their box is larger than one.
if domain.kind == "fractal" then tile.growing = map(domain.axes, function(axis) return plan.n_b[axis] > 1 and axis or nil end) end

-- Where the cell at `position` of a tile stands in a lane, on map lanes.
function lane_cell()
  return by_axis(turned and "nbb_cell_place(lane, tile, position).%s" or "nbb_lane_%s[lane] + tile.%s + nbb_cell_%s[position]")
end

-- What a place adds to the colours of a program's cells.
function colour_of(place)
  local terms = map(domain.axes, function(axis)
    local factor = program.colouring[axis]
    return factor > 0 and times(("(u64)%s.%s"):format(place, axis), factor) or nil
  end)
  return #terms > 0 and table.concat(terms, " + ") or "0u"
end

-- domain.directions: count, centre, steps by number from 0 (gen/domain/domain.h); strides, by axis what a step on it adds to the number.
domain.directions = { count = space and 27 or 9, centre = space and 13 or 4, steps = {}, strides = { x = 1, y = 3, z = space and 9 or nil } }
for d = 0, domain.directions.count - 1 do
  domain.directions.steps[d] = { x = d % 3 - 1, y = d // 3 % 3 - 1, z = space and d // 9 - 1 or 0 }
end

-- Generated code goes from numbers to steps and back: step_on("d", "y") is "d / 3 - 1", the step of direction d on an axis;
-- beside("place.%s", "d") is each coordinate one step on; direction_at("d%s") is "(dy + 1) * 3 + dx + 1", the direction of steps.
function step_on(direction, axis)
  local text = axis == "x" and direction or direction .. " / " .. domain.directions.strides[axis]
  return text .. (axis == domain.axes[#domain.axes] and "" or " % 3") .. " - 1"
end

function beside(form, direction)
  return by_axis(function(axis) return form:format(axis, axis) .. " + " .. step_on(direction, axis) end)
end

function direction_at(form)
  local texts = {}
  for i, axis in ipairs(domain.axes) do
    local step = form:format(axis, axis)
    texts[#domain.axes + 1 - i] = axis == "x" and step .. " + 1" or ("(%s + 1) * %d"):format(step, domain.directions.strides[axis])
  end
  return table.concat(texts, " + ")
end

-- range: the items that a launch works on, as text. Where lambda takes a launch a level (--recursion branches), a kernel's last
-- parameter is the level, a tile's place is found with it, and a launch works on the level's tiles. Where ranks share the items, words
-- of 32 lanes or tiles, the last two parameters say which; a kernel's threads, words and groups of 32 items are counted from the first, a multiple
-- of 32. begins, ends: of tiles or items, of a box rows; groups_...: of their groups; from_...: a term of a sum; type: of their numbers.
local by_level, sharded, all = plan.by_level, plan.sharded, plan.map == "lanes" and "ITEMS" or "TILES"
range = {
  level_parameter = by_level and ", u32 level" or sharded and ", u64 first_item, u64 items" or "",
  level_argument = by_level and ", level" or "",
  begins = by_level and "nbb_level_first[level]" or sharded and "(nbb_index)first_item" or "0",
  ends = by_level and "nbb_level_first[level + 1]" or sharded and "(nbb_index)(first_item + items)" or all,
  groups_begin = sharded and "(nbb_index)(first_item / 32)" or "0",
  groups_end = sharded and "(nbb_index)((first_item + items + 31) / 32)" or "(ITEMS + 31) / 32",
  from_first = sharded and "first_item + " or "",
  type = "nbb_index",
}
range.from_begin = range.begins == "0" and "" or range.begins .. " + "  -- on CUDA, where a block's number is added

-- A step's items: those of the range, then of the groups that are listed (section items). Item i of a step; on the host loops
-- over these go from listed_begin to listed_end; each opens one over a launch's items. step_parameters: STEP's, behind the states.
range.listed_parameters = range.level_parameter .. (sharded and (", const u32 *%s groups, u64 listed"):format(target.restrict) or "")
range.step_parameters = (plan.law == "program" and ", u32 step, u32 turn, " .. target.arguments.given or "") .. range.listed_parameters
range.listed_begin, range.listed_end = sharded and "0" or range.begins, sharded and "(nbb_index)items" or range.ends
function range.listed_item(i)
  if sharded then return ("nbb_item(first_item, items, groups, listed, %s)"):format(i) end
  return (target.gpu and range.from_begin or "") .. i
end
function range.each(one, clauses, is_step)
  local pragma = parallel(clauses)
  if not (sharded and is_step) then
    return pragma .. ("for (%s %s = %s; %s < %s; ++%s) {"):format(range.type, one, range.begins, one, range.ends, one)
  end
  return pragma .. ("for (nbb_index i = 0; i < (nbb_index)items; ++i) {\n    const nbb_index %s = %s;\n    if (%s >= %s) {\n        continue;\n    }"):format(
    one, range.listed_item("i"), one, all)
end

-- The words of so many rows of 32 items each: where those of a launch's items begin, as a term of a sum, and end.
function range.words_begin(rows) return sharded and "first_item * " .. rows .. " + " or "" end
function range.words_end(rows, all) return sharded and "(first_item + items + 31) / 32 * 32 * " .. rows or all end

-- How a kernel's definition begins, up to its parameters: on a GPU of so many threads a block, of which so many are to be resident. Of
-- an ensemble it is a function that works on one copy; section copies makes the kernel of it, whose head is kept here by entry.
copied = {}
function kernel_head(entry, threads, resident, cluster)
  local head = target.kernel(threads, resident, cluster or nil) .. plan.name .. "_" .. entry
  if not (kernels[entry] and kernels[entry].by_copies) then return head end
  copied[entry] = head
  return target.fn .. " void nbb_copy_" .. entry
end

-- Before a loop: how often a GPU's compiler unrolls it; without a number wholly.
function unroll(times) return gpu and ("#pragma unroll%s\n"):format(times and " " .. times or "") or "" end

function parallel(clauses) return "#pragma omp parallel for schedule(static) if (PARALLEL)" .. (clauses or "") .. "\n" end

-- Prints lists of statements, false for none, each in the blocks that those before it open; then body(indent), and what closes the blocks.
function within(indent, lists, body)
  local depth = 0
  for _, list in ipairs(lists) do
    for _, statement in ipairs(list) do
      if statement then put(indent .. spaces(4 * depth), statement) end
      for brace in (statement or ""):gmatch "[{}]" do depth = depth + (brace == "{" and 1 or -1) end
    end
  end
  body(indent .. spaces(4 * depth))
  for i = depth - 1, 0, -1 do put(indent .. spaces(4 * i) .. "}") end
end

function unrolled(name, count)
  return ("#pragma unroll\nfor (u32 %s = 0; %s < %s; ++%s)"):format(name, name, count, name)
end

-- Coordinates mixed into `text` one after the other, from axis `first` on, each with a cast.
function mixed(text, mix, first, cast)
  for i = first, #domain.axes do text = ("%s(%s ^ %s%s)"):format(mix, text, cast or "", domain.axes[i]) end
  return text
end

-- spelled: of the box, pitch, from a row to the next; place_of, how the pass over a simplex's tiles finds a tile's place; planes_times,
-- a factor where there are several planes; plane_words, from a plane's word to that of the next.
spelled = {
  pitch = domain.kind == "simplex" and "PITCH" or "N_X",
  place_of = domain.kind == "simplex" and plan.lambda_by_product and "nbb_place_by_product" or "nbb_place_of",
  lambda = plan.lambda_by_product and "nbb_lambda_product" or "nbb_lambda",  -- of the workload's kernel, on tiles of a fractal
  orientation = turned and ", 0" or "",  -- behind the coordinates of a place that is made
  planes_times = traits.planes > 1 and "PLANES * " or "",
  of_cells = plan.wide_cells and not plan.by_cells and target.inlined or target.fn,  -- of lanes' values: loops become vectors once all is inline
  plane_words = plan.by_bits and plan.rho.x // 32 * (domain.m == 3 and plan.rho.x or 1) or 32,
}

-- A field's type in a program's expressions, and the cast to what it is stored as; of cells that are bits the first of its planes.
local planes = 0
for _, field in ipairs(traits.fields) do
  field.plane, planes = planes, planes + field.bits
  field.computed, field.cast = field.real and field.stored or "int", field.real and "" or "(" .. field.stored .. ")"
end

-- The sum of what stands, by `form`, in each row of a box that touches a cell's, as far from there as rows of `pitch` and layers are.
function sums_around(form, pitch)
  local terms = {}
  for _, layer in ipairs(#domain.axes == 3 and { " - BOX_LAYER", "", " + BOX_LAYER" } or { "" }) do
    for _, row in ipairs { " - " .. pitch, "", " + " .. pitch } do terms[#terms + 1] = form:format(layer .. row) end
  end
  return table.concat(terms, " + ")
end

-- The box's side on an axis; that coordinates are within all of them.
function side_of(axis)
  return #domain.axes == 3 and domain.kind == "simplex" and axis ~= "x" and "SIDE" or "N_" .. axis:upper()
end
if plan.map == "bb" then range.type, range.ends = "u32", #domain.axes == 3 and side_of "y" .. " * " .. side_of "z" or "N_Y" end
function in_box() return by_axis(function(axis) return axis .. " < " .. side_of(axis) end, " && ") end

function place_in_box(x, y, z)
  return #domain.axes == 3 and ("((u64)(%s) * %s + %s) * %s + %s"):format(z, side_of "y", y, spelled.pitch, x)
         or ("(u64)%s * %s + %s"):format(y, spelled.pitch, x)
end

-- A fractal's tile has rows, in space slice after slice: how many; where one begins in the tile; the number of a place's, and where that is.
local in_space = domain.kind == "fractal" and #domain.axes == 3
spelled.rows = in_space and "(RHO_Y * RHO_Z)" or "RHO_Y"
function row_begin(row) return in_space and plan.storage ~= "packed" and ("nbb_row(%s)"):format(row) or row .. " * ROW_BYTES" end
function row_of(y, z) return in_space and ("%s * RHO_Y + %s"):format(z, y) or y end
function place_in_tile(place)
  local row = row_of(place .. ".y", place .. ".z")
  return row_begin(in_space and plan.storage == "packed" and "(" .. row .. ")" or row) .. " + " .. place .. ".x"
end

-- From 1, the places of level `base` that are below each of so many levels above it.
function cells_below(base, levels)
  local cells = { 1 }
  for mu = 1, levels do cells[mu + 1] = cells[mu] * domain.levels[base + mu].k end
  return cells
end

-- Products with constants, leaving out what changes nothing.
function times(text, factor) return factor == 1 and text or text .. " * " .. factor end
function divided(text, by) return by == 1 and text or text .. " / " .. by end

-- A place so much further: "x", "x + 2"; or where a step of 1 is by a unit, "x - BOX_ROW".
function further(text, by, unit)
  return by == 0 and text or text .. (by < 0 and " - " or " + ") .. (unit or math.abs(by))
end

-- A number behind those of the levels' tables that come before, as a term of a sum.
function after(before, text) return before == 0 and text or before .. " + " .. text end

-- What a loop over levels asks of one, "k", "first", "place" or a side, "s_x", whose text counts from `base`: a number where all levels are alike. Of section radices.
function at_level(field, level, base)
  if not domain.alike then return ("nbb_levels[%s].%s"):format(after(base or 0, level), field) end
  return domain.tables[1][field]
end

-- The same of numbers: the first of the level's table among all tables' replicas ("first") or places, as a term of a sum.
function from_level(field, level, base) return domain.alike and "" or at_level(field, level, base) .. " + " end

-- omega = (wx, wy) of a tile, without the axes on which all tiles are alike, unless `all` are wanted.
function omega(all)
  local stride = 1
  return "const nbb_index " .. inline(map(domain.axes, function(axis, i)
    local side = plan.orthotope[axis]
    stride = stride * side
    local modulo = (all and i < #domain.axes or stride < plan.tiles) and " % " .. side or ""
    return (all or side > 1) and "w" .. axis .. " = " .. divided("tile", stride // side) .. modulo or nil
  end)) .. ";"
end

-- beta of a level that a number says, from 0, of `divisors`, as a number among all tables' replicas; of omega on the axis of its digit.
function digit_at(level, divisors)
  local omega = (#domain.axes == 2 and "(%s %% 2 == 0 ? wx : wy)" or "(%s %% 3 == 0 ? wx : %s %% 3 == 1 ? wy : wz)"):format(level, level)
  return ("%s(u32)(%s / %s[%s] %% %s)"):format(from_level("first", level, plan.t), omega, divisors or "nbb_divisors", level, at_level("k", level, plan.t))
end

function tau_names() return by_axis("tau_%s", #domain.axes == 2 and " and " or ", ") end

function weight_of(group)
  local weight = group.scale
  for axis = 1, group.axis do weight = weight * plan.orthotope[domain.axes[axis]] end
  return weight
end

function tile_side(axis) return at_level("s_" .. axis, "level", plan.t) end

-- Whether a place lies in the box of tiles; its coordinates wrap past 0.
function in_tiles() return by_axis(function(axis) return ("%s < %du"):format(axis, plan.n_b[axis]) end, " && ") end

-- Where in the layout, row by row, a place falls by its digits at a level, a text of each axis, and by the layout's sides as texts.
function place_of_digits(digit, side)
  local place = digit "y" .. " * " .. side "x" .. " + " .. digit "x"
  return #domain.axes == 3 and ("(%s * %s + %s) * %s + %s"):format(digit "z", side "y", digit "y", side "x", digit "x") or place
end

-- Where in the layout a place falls at level mu (from 0) of `levels` above `base`: y_mu * s_x + x_mu, the digits in base s. The top one needs no modulo.
function place_in_layout(mu, levels, base)
  base = base or 0
  local sum, stride = nil, 1
  for _, axis in ipairs(domain.axes) do
    local sides = domain.sides[axis]
    local below, s = sides[base + mu + 1] // sides[base + 1], sides[base + mu + 2] // sides[base + mu + 1]
    if s > 1 then
      sum = times(divided(axis, below) .. (mu + 1 == levels and "" or " % " .. s), stride) .. (sum and " + " .. sum or "")
    end
    stride = stride * s
  end
  return sum
end

-- "a, b, c" on one line; of a part of the list when `first` and `last` are given.
function inline(list, first, last) return table.concat(list, ", ", first or 1, last or #list) end

for _, kernel in ipairs(kernels) do
  kernel.parameters = inline(map(kernel.list, function(one) return one.type .. (contains(one.type, "*") and "" or " ") .. one.name end))
end

-- box: what a tile of bytes is advanced in, four cells of a rule at once if `words`. A plane a field; a program's last one, `exists`, marks cells.
box = { words = by_rule and plan.asked.intra == "box", planes = #traits.fields + (by_program and 1 or 0), exists = by_program and #traits.fields }

-- Terms that begin or end a sum: a plane of so many elements, a field's array in a state.
function from_plane(plane, size) return plane == 0 and "" or times(size, plane) .. " + " end
function to_array(field) return field.offset == "0" and "" or (" + %sull"):format(field.offset) end

-- types: what the state is stored as, and what distances are computed in, which may be rounded to halves then.
types = {
  state = plan.by_words and "u32" or traits.cell.name,
  real = traits.cell.name == "double" and "double" or "float",
}

spelled.a_team = plan.product_tiles == 1 and "a tile" or plan.product_tiles .. " tiles"

function plural(count, noun) return count .. " " .. noun .. (count == 1 and "" or "s") end

-- An input word that is alike for all cells, or nil: an argument (of `given`), whether it is the stage's pass, a bit of the step or of a value of it.
function input_word(input, given)
  if input.kind == "argument" then return (given and ("(%s)."):format(given) or target.arguments.of) .. "words[" .. input.number .. "]" end
  if input.kind == "stage" then return ("(turn / %d == %d ? ~0u : 0u)"):format(program.colouring.q, input.number) end
  if input.kind ~= "step" then return nil end
  local step = input.number > 0 and "(step + " .. input.number .. ")" or "step"
  local of = input.scalar > 0 and "(u32)(" .. program.scalar(input.scalar, step) .. ")" or step
  return ("0u - (%s >> %d & 1)"):format(of, input.bit)
end

-- Further arguments of draws whose first calls were made ahead (words.lua): their words.
function words_ahead(...)
  return table.concat(map({ ... }, function(draw)
    return draw.ahead and (", ahead[%d], ahead[%d]"):format(2 * draw.ahead - 2, 2 * draw.ahead - 1) or ""
  end))
end

-- Has the digits of draws' thresholds: a block, or on the host a kernel.
function stage_digits(indent, given)
  if not draws.words then return end
  if not gpu then put(indent .. "u32 digits[DRAW_ROWS + 1][36];") end
  put(("%snbb_stage_digits(%s%s);"):format(indent, given or "arguments", gpu and "" or ", digits"))
end

-- The word that has a digit of a draw at a position, a number or a text: one of the four of a call, which are printed before the first one that is asked for.
function digit_word(printed, indent, position, draw)
  local call, name = draw.digit // 4, ("u%s_%d_%d"):format(position, draw.request, draw.digit // 4)
  if not printed[name] then
    local at = position == 0 and "drawn" or ("nbb_numbers_at(drawn, %s * PARTS)"):format(position)
    put(("%sconst nbb_four %s = nbb_four_of(%s, %d, %d%s);"):format(indent, name, at, draw.request, call, target.gpu and "" or ", digits"))
    printed[name] = true
  end
  return name .. "." .. ("xyzw"):sub(draw.digit % 4 + 1, draw.digit % 4 + 1)
end

-- A draw's word, by its position among the numbers of `drawn`. A warp in which no lane cares skips it, and what it alone asks for.
function draw_call(position, draw, care, masks)
  local at = ("drawn, %s, %d%s"):format(position, draw.request, target.gpu and "" or ", digits")
  local words = inline { draw.row, care, table.unpack(masks) }
  local call = ("nbb_below_%d(%s, %s%s)"):format(#masks, at, words, words_ahead(draw))
  return target.gpu and ("%s != 0 ? %s : 0"):format(care, call) or call
end

name_words()
draw_together()
