-- patch.lua: how texts find cells in a patch (shared/patch.in), and reductions over its rows.

local w = expressions.w

-- Where steps copy cells to patches (patch.in): {side, reach, by axis; pitch, from a row or layer to the next; regions; tiles of one}.
function expressions.patch_of()
  local cells, pitch = cells_below(0, plan.r), 1
  local patch = { side = {}, reach = {}, pitch = {}, regions = cells[plan.r + 1] // cells[plan.region + 1] }
  patch.tiles = plan.map ~= "bb" and cells[plan.region + 1] // cells[plan.t + 1]
  for _, axis in ipairs(domain.axes) do
    patch.side[axis], patch.reach[axis], patch.pitch[axis] = domain.sides[axis][plan.region + 1], 0, pitch
    for _, offset in ipairs(program.offsets) do patch.reach[axis] = math.max(patch.reach[axis], math.abs(offset[axis])) end
    pitch = pitch * (patch.side[axis] + 2 * patch.reach[axis])
  end
  return patch
end

-- Loops of so many offsets in a patch are unrolled: then the offsets are in the code.
local UNROLLED = 300

-- From a cell's place in a patch to that at the offset of a table which a loop is at.
function expressions.steps_in_patch(name)
  local terms = map(domain.axes, function(axis, i)
    local pitch = plan.patch.pitch[axis]
    return ("%s%s[i0][%d]"):format(pitch > 1 and pitch .. " * " or "", name, i - 1)
  end)
  return table.concat(terms, " + ")
end

function expressions.step_in_patch(offset)
  local by = 0
  for _, axis in ipairs(domain.axes) do by = by + offset[axis] * plan.patch.pitch[axis] end
  return by
end

-- The value of an expression at a hole, whose fields are 0; nil where it is not known. relations: by which signs of the difference they hold.
local relations = { ["=="] = "0", ["!="] = "-+", ["<"] = "-", [">"] = "+", ["<="] = "-0", [">="] = "0+" }
local function at_hole(e)
  if e.kind == "integer" then return e.value end
  if e.kind == "field" then return e.there and 0 end
  if e.kind ~= "operator" and e.kind ~= "cast" and e.kind ~= "nonzero" then return nil end
  local a, b = at_hole(e.from[1]), e.from[2] and at_hole(e.from[2])
  if e.kind == "nonzero" then return a and math.min(math.abs(a), 1) end
  if not e.from[2] then return e.kind == "cast" and a or nil end
  if e.name == "&&" and (a == 0 or b == 0) or e.name == "*" and a == 0 and b == 0 then return 0 end
  return a and b and relations[e.name] and (relations[e.name]:find(a < b and "-" or a > b and "+" or "0", 1, true) and 1 or 0)
end

-- A loop over so many offsets of a table in a patch, as expressions.lua has it elsewhere. Whether there is a cell is not asked where a hole adds nothing.
function expressions.loop_in_patch(name, count, e, indent, text, reads, add, neutral)
  local before, texts = spaces(indent), { (count <= UNROLLED and unroll() or "") .. ("for (u32 i0 = 0; i0 < %d; ++i0) {"):format(count),
                                          ("    const u32 at0 = spot + (u32)(%s);"):format(expressions.steps_in_patch(name)) }
  expressions.declare_read(texts, "    ", reads, "in->%s[at0]")
  texts[#texts + 1] = "    " .. add(text, (not neutral or at_hole(e) ~= tonumber(neutral)) and "in->exists[at0]" or nil)
  return before .. table.concat(texts, "\n" .. before) .. "\n" .. before .. "}\n"
end

-- What tells whether there are some, in a loop over a row: bytes, of which a vector holds most, or as many bits as count them, and no branches.
local exists_forms = { any = "| (has0 & (%s))", count = "+ (has0 & (%s))", all = "& (!has0 | (%s))" }

-- A reduction over the offsets of a long list, of all cells of a row in a patch (patch.in), before what is done of each.
function expressions.reduce_row(e, name, type, begun, count, add)
  local offsets, form = "nbb_offsets" .. e.list - 1, exists_forms[e.name]
  if form then
    type = count < 256 and "u8" or "u16"
    add = function(text) return ("%s[i1] = (%s)(%s[i1] %s);"):format(name, type, name, form:format(text)) end
  end
  local text, reads = expressions.of_offset(offsets, e.from[1])
  local texts = { ("%s %s[ROW];"):format(type, name), "for (u32 i1 = 0; i1 < ROW; ++i1) {", ("    %s[i1] = %s;"):format(name, begun), "}", ("for (u32 i0 = 0; i0 < %d; ++i0) {"):format(count),
                  ("    const u64 at0 = at + (u64)(%s);"):format(expressions.steps_in_patch(offsets)), "    #pragma omp simd",
                  "    for (u32 i1 = 0; i1 < ROW; ++i1) {", "        const int has0 = in->exists[at0 + i1];" }
  expressions.declare_read(texts, "        ", reads, "in->%s[at0 + i1]")
  for _, line in ipairs { "        " .. add(text, "has0"), "    }", "}" } do texts[#texts + 1] = line end
  for _, line in ipairs(texts) do w.hoisted[#w.hoisted + 1] = line end
  return name .. "[i1]" .. (type:find("extreme") and ".value" or "")
end
