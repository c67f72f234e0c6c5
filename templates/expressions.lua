-- expressions.lua: prints expressions of a program's typed tree (gen/source/source_program.c), C and CUDA alike, and notes what each text needs.
--
-- Every operation has the program's type and is rounded by itself: on the host a file switches contraction off (program_functions.in), on
-- CUDA products, quotients and roots are __fmul_rn and the like, which no compiler contracts, so that + and - beside them stay as they
-- are. Ints whose range may pass the type's wrap by functions; where it cannot, the plain operator stands.
--
-- Names: a field's, a local's, a parameter's are their own; has3 tells whether neighbour 3 exists, u3 is its u (0 where it does not),
-- degree3 its degree; x, y, z, degree, first, step as in the program. In main a parameter T is parameters.T, total 3 is sum3.
--
-- What is reduced is computed before the statement; over a long list by a loop over a table of its offsets (program_kernels.in):
--
--     int reduced0 = 0;
--     for (u32 i0 = 0; i0 < 120; ++i0) {
--         const u64 at0 = nbb_cell_beside(cell, nbb_offsets1[i0][0], nbb_offsets1[i0][1]);
--         if (at0 != NBB_NOWHERE) {
--             const int s0 = (int)nbb_get_s(in, at0);
--             reduced0 += s0 == 1;
--         }
--     }
--
-- A loop's neighbour has the number 0: what neighbour 0 is called outside means nothing inside.

-- How strongly a text binds, else it is put in parentheses: as operators.h says, but bitwise ones, and && beside ||, get more, as compilers wish.
local SELECT, LEAST, COMPARED, ADDED, MULTIPLIED, UNARY, ALONE = 0, 1, 6, 9, 10, 11, 12
local c_types = { i32 = "int", i64 = "i64", f32 = "float", f64 = "double" }
local zeros = { i32 = "0", i64 = "0", f32 = "0.0f", f64 = "0.0" }

-- The text in the making: presence, a letter a neighbour: tested, never there, always; nil: all are tested; initial: of init, whose random numbers
-- are the state's of old; main: of a standalone's main; calls: the functions of program_functions.in and program_draw.in that are called; step:
-- its name; indent, in blanks; there: the neighbour that a reduction is at; int, from: the type of ints, and the state that they are read from;
-- before: the loops before the statement; reduced: how many; table: whose offset i0 a loop is at; patched: cells are in a patch, this one at `spot`.
-- What it uses: place, degree, first, step, arguments; draws: the first and the last request; axes: of the place; of neighbours has, values, degrees;
-- tables of offsets, and counts_degree, which goes over near; sums: numbers of totals. copy: where a copy's parameters are, of an energy.
local w, calls = {}, {}
local function begin(text)
  for key in pairs(w) do w[key] = nil end
  local new = { calls = calls, step = "step", indent = 0, int = "int", from = "in", reduced = 0, axes = {}, has = {}, values = {},
                degrees = {}, tables = {}, sums = {} }
  for _, of in ipairs { new, text } do for key, value in pairs(of) do w[key] = value end end
end

local writers = {}

-- An expression; in parentheses where it binds less.
local function value(e) return (writers[e.kind](e)) end
local function bound(e, least)
  local text, binds = writers[e.kind](e)
  return binds < least and "(" .. text .. ")" or text
end

-- A call of a function of program_functions.in or program_draw.in begins.
local function call(name, suffix)
  name = suffix and name .. "_" .. suffix or name
  w.calls[name] = true
  return "nbb_" .. name .. "("
end

local function operands(e) return table.concat(map(e.from, value), ", ") .. ")" end

local function is_real(e) return e.type == "f32" or e.type == "f64" end
local function for_cuda() return plan.target == "cuda" and not w.main end
local function presence_of(neighbour) return w.presence and w.presence:sub(neighbour + 1, neighbour + 1) or "t" end

local function has(neighbour)
  local presence = presence_of(neighbour)
  if presence ~= "t" then return presence == "a" and "1" or "0" end
  w.has[neighbour] = true
  return "has" .. neighbour
end

local function integer(type, number)
  local suffix = type == "i64" and "ll" or ""
  if number == math.mininteger or (number == -2147483648 and type ~= "i64") then
    return ("(%d%s - 1)"):format(number + 1, suffix)  -- its digits alone are past the type
  end
  return (number < 0 and "(%d%s)" or "%d%s"):format(number, suffix)
end

-- The name of a neighbour's field: u3, or where that is a type's u_8.
local type_names = { u8 = true, u16 = true, u32 = true, u64 = true, i8 = true, i16 = true, i64 = true }
function neighbour_name(field, neighbour)
  local name = field .. neighbour
  return type_names[name] and field .. "_" .. neighbour or name
end

local function neighbour_field(neighbour, e)
  neighbour = w.table and 0 or neighbour
  w.has[neighbour] = true
  w.values[neighbour] = w.values[neighbour] or {}
  w.values[neighbour][e.number] = true
  return neighbour_name(e.name, neighbour)
end

local function offset_of(neighbour) return neighbour and program.offsets[neighbour + 1] or { x = 0, y = 0, z = 0 } end

function writers.stage(e)
  w.turn = true
  return ("turn / %d == %d"):format(program.colouring.q, e.number), COMPARED
end

function writers.input(e) return "input" .. e.number, ALONE end
-- Of a global's reals there is the higher and the lower part, in units of 2^-16 and 2^-40, and what says whether these hold the sum (gen/program/program_calls.c).
function writers.total(e)
  w.sums[e.number] = true
  if not e.fixed then return "sum" .. e.number, ALONE end
  local form = "((double)sum%d + (double)sum%d / 16777216.0) / (sum%d >= 0 && sum%d < 70368744177664.0 ? 65536.0 : 0.0)"
  return form:format(e.number, e.number + 1, e.number + 2, e.number + 2), MULTIPLIED
end

function writers.integer(e) return integer(e.type, e.value), ALONE end
function writers.real(e) return e.text, ALONE end
function writers.exists(e) return has(e.neighbour), ALONE end
-- Own values of a cell keep a loop over offsets from standing before all that is done of a row's cells.
local function own(name)
  w.keeps = w.keeps or w.table ~= nil
  return name, ALONE
end
writers["local"] = function(e) return own(e.name) end

function writers.field(e)
  if e.there then return neighbour_field(w.there, e), ALONE end
  return own(e.name)
end

function writers.bond(e) return writers.field(e.between[w.there + 1]) end

-- s[dx, dy] of a neighbour that does not exist is 0, as its word is.
function writers.offset(e)
  if presence_of(e.neighbour) ~= "n" then return neighbour_field(e.neighbour, e), ALONE end
  return is_real(e) and zeros[e.type] or integer(e.type, 0), ALONE
end

function writers.parameter(e)
  local of = w.copy or w.main and (w.given and "given." or "parameters.")
  if of then return (e.type == "f32" and "(float)" or "") .. of .. e.name, ALONE end
  w.arguments = true
  return target.arguments.of .. program.rows[e.row].name, ALONE
end

local function coordinate(e)
  local by = offset_of(e.there and w.there)[e.name]
  if not domain.directions.strides[e.name] then return "0", ALONE end
  own "place"
  w.place, w.axes[e.name] = true, true
  local text = (e.type == "i64" and "(i64)" or "") .. e.name
  if e.there and w.table then return ("%s + %s[i0][%d]"):format(text, w.table, ({ x = 0, y = 1, z = 2 })[e.name]), ADDED end
  return further(text, by), by == 0 and UNARY or ADDED
end
writers.x, writers.y, writers.z = coordinate, coordinate, coordinate

function writers.first(e)
  own "place"
  w.place, w.axes = true, { x = true, y = true, z = true }
  if not e.there then
    w.first = true
    return "first", ALONE
  end
  local tests = map(domain.axes, function(axis, i)
    return w.table and ("%s + %s[i0][%d] == %d"):format(axis, w.table, i - 1, program.first[axis])
           or ("%s == %d"):format(axis, program.first[axis] - offset_of(w.there)[axis])
  end)
  return "(" .. table.concat(tests, " && ") .. ")", ALONE
end

function writers.degree(e)
  own "degree"
  w.counts_degree = w.counts_degree or program.lists[1].long or e.there and w.table ~= nil
  if not e.there then
    w.degree = true
    return "degree", ALONE
  end
  local neighbour = w.table and 0 or w.there
  w.has[neighbour], w.degrees[neighbour] = true, true
  return "degree" .. neighbour, ALONE
end

function writers.step(e)
  w.step_used = true
  return (e.type == "i64" and "(i64)" or "(int)") .. w.step, UNARY
end

-- Operators. e.guard is the function that defines an int operation whose plain operator C leaves undefined for some words.

-- CUDA's product, quotient or root of reals, which nothing contracts.
local function intrinsic(name, e) return ("__%s%s_rn("):format(e.type == "f32" and "f" or "d", name) .. operands(e), ALONE end

-- CUDA's quotient of reals, which is faster by some whole numbers.
local function quotient(e)
  if not e.ratio and not e.share then return intrinsic("div", e) end
  local begun = call(e.ratio and "ratio" or "share", e.type) .. value(e.from[1]) .. ", "
  local by = e.ratio and ("%d, 1.0%s / %d"):format(e.ratio, e.type == "f32" and "f" or "", e.ratio) or value(e.from[2].from[1])
  return begun .. by .. ")", ALONE
end

-- The words of && and || are comparisons at least, or of the same kind; of & | ^ they are products' words.
local function binary(e)
  local of, both = e.from[1], ({ bitwise = UNARY, comparison = ADDED })[e.group]
  local left, right = both or e.strength, both or e.group == "logical" and COMPARED or e.strength + 1
  if e.name == "||" and of.kind == "operator" and of.name == "&&" then left = COMPARED end
  return ("%s %s %s"):format(bound(of, left), e.name, bound(e.from[2], right)), e.strength
end

function writers.operator(e)
  if is_real(e) and for_cuda() and e.name == "*" then return intrinsic("mul", e) end
  if is_real(e) and for_cuda() and e.name == "/" then return quotient(e) end
  if e.guard then return call(e.guard, e.type) .. operands(e), ALONE end
  if #e.from == 2 then return binary(e) end
  return e.name .. bound(e.from[1], ALONE), UNARY
end

function writers.nonzero(e) return bound(e.from[1], ADDED) .. " != 0", COMPARED end
function writers.truncated(e) return call("truncated_" .. e.from[1].type, e.type) .. operands(e), ALONE end
function writers.cast(e) return ("(%s)"):format(c_types[e.type]) .. bound(e.from[1], UNARY), UNARY end

function writers.select(e)
  return ("%s ? %s : %s"):format(bound(e.from[1], COMPARED), bound(e.from[2], LEAST), bound(e.from[3], SELECT)), SELECT
end

-- Functions of reals are C's and CUDA's own; a float's end in f. Loops of the host call those for several values (program_functions.in).
local at_once = { sin = true, cos = true, exp = true, log = true }
local named = { min = "least", max = "most", sign = "sign" }

function writers.table(e) return call("table_" .. e.name, e.type) .. operands(e), ALONE end

function writers.call(e)
  if named[e.name] then return call(named[e.name], e.type) .. operands(e), ALONE end
  if not is_real(e) then return call("absolute", e.type) .. operands(e), ALONE end
  if e.name == "sqrt" and for_cuda() then return intrinsic("sqrt", e) end
  if w.hoisted and (at_once[e.name] or e.name == "pow" or e.name == "tanh") then return call("each_" .. e.name, e.type) .. operands(e), ALONE end
  local updates = w.int == "int" and not w.initial and not w.main
  if at_once[e.name] and updates and not target.gpu then w.calls["at_once_" .. e.name .. "_" .. e.type] = true end
  return (e.name == "abs" and "fabs" or e.name) .. (e.type == "f32" and "f(" or "(") .. operands(e), ALONE
end

-- The threshold of a chance that was decided before the launch: its case's.
local function case(of)
  local terms, row = {}, program.rows[of.row]
  if row.in_table and row.offset > 0 or #of.inputs == 0 then terms[1] = row.in_table and row.offset or 0 end
  for _, input in ipairs(of.inputs) do
    local scaled, moved = input.stride ~= 1, input.low ~= 0
    local text = bound(input.of, scaled and not moved and MULTIPLIED or ADDED)
    text = further(text, -input.low)
    if scaled and moved then text = "(" .. text .. ")" end
    terms[#terms + 1] = scaled and text .. " * " .. input.stride or text
  end
  w.arguments = true
  return ("%s%s[%s]"):format(target.arguments.of, row.array, table.concat(terms, " + "))
end

-- What the random numbers of a section begin with: the cell's place in the words, or init's hash.
local function drawn(name, suffix, e)
  w.draws = w.draws or { first = e.number, last = e.number }
  w.draws.first, w.draws.last = math.min(w.draws.first, e.number), math.max(w.draws.last, e.number)
  return ("%s%s, %d"):format(call((w.initial and "initial_" or "") .. name, suffix), w.initial and "key" or "draw", e.number)
end

-- On a processor p is compared as a real: vectors make no 64-bit threshold of it without AVX-512.
function writers.chance(e)
  local real = not e.case and e.from[1].type
  if real and not target.gpu and not w.initial and (plan.draws_ahead or not program.draws.planes) then
    return drawn("chance", real, e) .. ", " .. value(e.from[1]) .. ")", ALONE
  end
  local threshold = e.case and case(e.case) or call("threshold", e.from[1].type) .. operands(e)
  return drawn("chance", nil, e) .. ", " .. threshold .. ")", ALONE
end

function writers.uniform(e)
  return drawn("uniform", e.type, e) .. (#e.from > 0 and ", " .. value(e.from[1]) or "") .. ")", ALONE
end

-- Reductions over neighbours. places_beside: loops ask where the place beside a cell is, be it a cell or a hole (program_kernels.in).
plan.places_beside = false

-- A weight at the neighbour that a reduction is at: a number, or one of the arguments'.
function writers.weight(e)
  local position = "i0"
  if not w.table then
    for i, number in ipairs(program.lists[e.list].numbers) do position = number == w.there and i or position end
  end
  if not e.row then return writers[e.values[position].kind](e.values[position]) end
  w.arguments = true
  local index = w.table and position or position - 1
  local row = program.rows[e.row]
  local from = target.arguments.of .. row.array
  if row.in_table then return ("%s%s[%d + %s])"):format(call("weight", e.type), from, row.offset, index), ALONE end
  return ("%s%s[%s]"):format(is_real(e) and "" or "(int)", from, index), UNARY
end

-- The text of a value at the neighbour of a table's offset; the fields that it reads; whether it asks for the degree.
local function of_offset(name, e)
  local has, values, degrees = w.has, w.values, w.degrees
  w.has, w.values, w.degrees, w.table, w.there = {}, {}, {}, name, 0
  local text, reads, degree = bound(e, ADDED), w.values[0] or {}, w.degrees[0]
  w.has, w.values, w.degrees, w.table, w.there = has, values, degrees, nil, nil
  w.tables[name] = true
  return text, reads, degree
end

-- Declares the fields of neighbour 0 that are read: `form` reads one by its name.
local function declare_read(texts, before, reads, form)
  for number, field in ipairs(traits.fields) do
    local type = field.real and field.stored or w.int
    local read = (field.stored ~= type and "(" .. type .. ")" or "") .. form:format(field.name)
    if reads[number - 1] then texts[#texts + 1] = ("%sconst %s %s0 = %s;"):format(before, type, field.name, read) end
  end
end

-- A loop over so many offsets of a table, with what `add` makes of an expression's text for each neighbour that exists. A value that is
-- `neutral`, if there is one, adds nothing: only others ask whether there is a cell, as fields other than 0 tell, too.
local function loop_over(name, count, e, indent, add, neutral)
  local text, reads, degree = of_offset(name, e)
  local steps = table.concat(map(domain.axes, function(_, i) return (", %s[i0][%d]"):format(name, i - 1) end)) .. ")"
  if w.patched then return expressions.loop_in_patch(name, count, e, indent, text, reads, add, neutral) end
  local by_place = neutral ~= nil and next(reads) ~= nil and not degree and domain.kind == "fractal" and plan.map ~= "lanes"
  plan.places_beside = plan.places_beside or by_place
  local texts = { ("for (u32 i0 = 0; i0 < %d; ++i0) {"):format(count),
                  ("    const u64 at0 = nbb_%s_beside(cell%s;"):format(by_place and "place" or "cell", steps),
                  "    if (at0 != NBB_NOWHERE) {" }
  local function inside(form, ...) texts[#texts + 1] = "        " .. form:format(...) end
  local others = map(traits.fields, function(field, i) return reads[i - 1] and field.name .. "0 != 0" or nil end)
  declare_read(texts, "        ", reads, "nbb_get_%s(" .. w.from .. ", at0)")
  if degree then inside("const int degree0 = nbb_degree_beside(cell%s;", steps) end
  if by_place then
    inside("const %s value0 = %s;", c_types[e.type], text)
    inside("if (value0 != %s && (%s || nbb_cell_beside(cell%s != NBB_NOWHERE)) {", neutral, table.concat(others, " || "), steps)
    inside("    %s", add("value0"))
    inside("}")
  else
    inside("%s", add(text))
  end
  local before = spaces(indent)
  return before .. table.concat(texts, "\n" .. before) .. "\n" .. before .. "    }\n" .. before .. "}\n"
end

-- What adds a neighbour's value, a text, to a reduction, if `exists`, where there is one. A sum that began with 0 is never -0: 0 may be added.
local function add_to(name, e)
  local with = { any = "%s && %s", count = "%s && %s", all = "!%s || %s", sum = "%s ? %s : " .. zeros[e.type] }
  return function(text, exists)
    if not with[e.name] then
      return ("%s = %s%s, %s, %s);"):format(name, call(e.name == "min" and "lesser" or "greater", e.type), name, exists or "1", text)
    end
    if exists then text = with[e.name]:format(exists, text) end
    if e.name == "sum" and not is_real(e) and not e.stays then return ("%s = %s%s, %s);"):format(name, call("sum", e.type), name, text) end
    return (({ any = "%s |= (%s);", all = "%s &= (%s);" })[e.name] or "%s += %s;"):format(name, text)
  end
end

-- Of few neighbours one after the other, of many in a loop.
function writers.reduce(e)
  local number, list = w.reduced, program.lists[e.list]
  local name, folds = "reduced" .. number, e.name == "min" or e.name == "max"
  local type, begun = folds and "nbb_extreme_" .. e.type or c_types[e.type], folds and call("none", e.type) .. ")" or e.name == "all" and "1" or zeros[e.type]
  w.reduced = number + 1
  if w.hoisted and list.long then return expressions.reduce_row(e, name, type, begun, #list.numbers, add_to(name .. "[i1]", e)), ALONE end
  local add, texts = add_to(name, e), { ("%s%s %s = %s;\n"):format(spaces(w.indent), type, name, begun) }
  if list.long then
    local neutral = not folds and (e.name == "all" and "1" or "0") or nil
    texts[2] = loop_over("nbb_offsets" .. e.list - 1, #list.numbers, e.from[1], w.indent, add, neutral)
  else
    for _, neighbour in ipairs(list.numbers) do
      local exists = presence_of(neighbour) == "t" and has(neighbour) or nil
      w.there = neighbour
      if presence_of(neighbour) ~= "n" then texts[#texts + 1] = ("%s%s\n"):format(spaces(w.indent), add(bound(e.from[1], ADDED), exists)) end
    end
    w.there = nil
  end
  w.before[#w.before + 1] = table.concat(texts)
  return folds and name .. ".value" or name, ALONE
end

expressions = { w = w, calls = calls, begin = begin, value = value, call = call, presence_of = presence_of, loop_over = loop_over, of_offset = of_offset,
                declare_read = declare_read, c_types = c_types }
