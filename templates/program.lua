-- program.lua: prints a program's statements, by expressions.lua, and what else is made of its trees: the texts of `program`.

local w, calls, begin, value, call = expressions.w, expressions.calls, expressions.begin, expressions.value, expressions.call
local presence_of, loop_over, c_types = expressions.presence_of, expressions.loop_over, expressions.c_types

local function line(text) return spaces(w.indent) .. text end
local statements

local function body(list)
  w.indent = w.indent + 4
  local text = statements(#list == 1 and list[1].kind == "block" and list[1].body or list)
  w.indent = w.indent - 4
  return "{\n" .. text .. line("}")
end

-- An else's condition whose reductions stand before it is in a block with them.
local function if_text(s)
  local text = ("if (%s) "):format(value(s.value)) .. body(s.body)
  local otherwise, before, reduced, hoisted = s.otherwise, #w.before, w.reduced, w.hoisted and #w.hoisted
  if not otherwise then return text end
  local is_if = #otherwise == 1 and otherwise[1].kind == "if"
  local following = is_if and if_text(otherwise[1])
  if not is_if or #w.before > before then
    w.before, w.reduced = { table.unpack(w.before, 1, before) }, reduced
    w.hoisted = hoisted and { table.unpack(w.hoisted, 1, hoisted) }
    following = body(otherwise)
  end
  return text .. " else " .. following
end

local function local_text(s)
  local declared = s.declares and (s.changes and "" or "const ") .. c_types[s.type] .. " " or ""
  return line(("%s%s = %s;\n"):format(declared, s.name, s.value and value(s.value) or "0"))
         .. (s.unread and line(("(void)%s;\n"):format(s.name)) or "")
end

-- A field's variable holds what a kernel of its own would read back: uN's bits alone, 32 of an i32 and u32.
local function field_text(s)
  if s.keeps then return "" end
  local form = s.most and "(%s) & " .. s.most or s.cast and "(" .. s.cast .. ")(%s)" or "%s"
  return line(("%s = %s;\n"):format(s.name, form:format(value(s.value))))
end

-- Each behind the reductions that it reads.
function statements(list)
  local texts, outer = {}, w.before
  for i, s in ipairs(list) do
    w.before = {}
    texts[i] = s.kind == "local" and local_text(s) or s.kind == "field" and field_text(s)
               or s.kind == "if" and line(if_text(s)) .. "\n" or line(body(s.body)) .. "\n"
    texts[i] = table.concat(w.before) .. texts[i]
  end
  w.before = outer
  return table.concat(texts)
end

-- What a text uses: {place, axes, degree, first, step, draws, arguments, tables, counts_degree, neighbours}, by presence or by use.
local function uses(text)
  for _, key in ipairs { "tables", "counts_degree", "place", "degree", "first", "turn", "draws", "arguments", "hoisted", "patched" } do text[key] = w[key] or false end
  text.step, text.axes = w.step_used, map(domain.axes, function(axis) return w.axes[axis] and axis or nil end)
  text.neighbours = map(program.offsets, function(offset, i)
    local number, presence, read = i - 1, presence_of(i - 1), w.values[i - 1] or {}
    local near = number < #program.near
    if presence == "n" or not w.has[number] and not (w.degree and near and not program.lists[1].long) then return nil end
    return { number = number, offset = offset, near = near, degree = w.degrees[number] or false, tested = presence == "t",
             values = map(traits.fields, function(_, field) return read[field - 1] and field or nil end) }
  end)
  return text
end

local function section(tree, text)
  begin(text)
  return uses { lines = lines(statements(tree)) }
end

-- Of PAIRS the statements that add to `value`, one for each neighbour that counts.
local function pairs_text(total)
  local form = total.wraps and "value = " .. call("sum", total.value.type) .. "value, %s);" or "value += %s;"
  local function add(text) return form:format(text) end
  if program.lists[1].long then return loop_over("nbb_pairs", #total.pairs, total.value, 0, add) end
  local texts = map(total.pairs, function(neighbour)
    w.there, w.has[neighbour] = neighbour, true
    return ("if (has%d) {\n    %s\n}"):format(neighbour, add(value(total.value)))
  end)
  w.there = nil
  return table.concat(texts, "\n")
end

function merged(total, a, b)
  if total.kind == "min" or total.kind == "max" then return ("%s %s %s ? %s : %s"):format(b, total.kind == "min" and "<" or ">", a, b, a) end
  return (total.wraps and "(i64)((u64)%s + (u64)%s)" or "%s + %s"):format(a, b)
end

-- Main: the statements that fill the kernels' arguments from the parameters.

local fill = {}

local function inputs_text(of, form) return map(of.inputs, function(input, i) return form(i - 1, input) end) end

-- The threshold of a case in a loop over each input of a chance's cases.
function fill.thresholds(row)
  local loops = inputs_text(row, function(i, input)
    return ("for (%s input%d = %d; input%d <= %d; ++input%d) {\n"):format(c_types[input.type], i, input.low, i, input.high, i)
  end)
  local terms = inputs_text(row, function(i, input) return ("(input%d - (%d)) * %d"):format(i, input.low, input.stride) end)
  local number = table.concat(terms, " + ")
  if row.in_table then number = row.offset .. (#terms > 0 and " + " or "") .. number end
  if number == "" then number = "0" end
  return table.concat(loops) .. ("%s%s[%s] = threshold_of(%s);\n"):format(row.in_table and "" or "arguments.", row.array, number, value(row.of))
         .. table.concat(inputs_text(row, function() return "}\n" end))
end

-- A statement in a block where the cases' inputs are as they are in one of them.
local function in_case(of, number, statement)
  return "{\n" .. table.concat(inputs_text(of, function(i, input)
    return ("const %s input%d = %d;\n"):format(c_types[input.type], i, input.low + number // input.stride % (input.high - input.low + 1))
  end)) .. statement .. ");\n}\n"
end

-- "threshold_of(p" of a chance's probability, or of one that stands for uniform() < p or <= p.
local function threshold_of(of)
  return of.compared > 0 and ("compared_of(%d, %s"):format(of.compared - 1, value(of.of)) or "threshold_of(" .. value(of.of)
end

-- What a loop over the input of a chance does with each threshold.
local function loop(of, head, statement) return ("%s {\nconst u64 threshold = %s);\n%s;\n}\n"):format(head, threshold_of(of), statement) end

local function certain(word, range, i)
  local head = ("for (int input0 = %d; input0 <= %d; ++input0)"):format(range.low, range.high)
  return "{\nu64 certain = 1;\n" .. loop(word, head, "certain &= threshold >> 32")
         .. ("arguments.words[%d] ^= 0u - (u32)certain;\n}\n"):format(i)
end

local function least(row, magnitude, i)
  local input = row.inputs[1]
  local low, high = -magnitude < input.low and 0 or -magnitude, magnitude > input.high and 0 or magnitude
  local head = ("for (int input0 = %d; input0 <= %d; input0 += %d)"):format(low, high, magnitude > 0 and magnitude or 1)
  return "{\nu64 least = 1ull << 32;\n" .. loop(row, head, "least = threshold < least ? threshold : least")
         .. ("arguments.rows[%d] ^= least;\n}\n"):format(i)
end

-- The threshold below which a result of uniform(m) is below j: a case is j + (m << 12), where m is 0 if parameters tell it.
local function below(row, number)
  local m = number >> 12
  return ("below_of(%d, %s"):format(number & 4095, m == 0 and row.of and value(row.of) or ("%d"):format(m))
end

-- The threshold below which U leaves what it decides below j, or what falls at least j: a case is j - least + (number << 12).
local function decided(row, number, i)
  local letter = row.type == "float" and "f" or ""
  return in_case(row, number >> 12, "u64 found = 0;\nfor (u64 more = 1u << 24; more > 0; more /= 2) {\nif (found + more > 1u << 24) continue;\n"
                 .. ("const %s input%d = (%s)(found + more - 1) * 5.9604644775390625e-8%s;\n"):format(row.type, #row.inputs, row.type, letter)
                 .. ("found += (%s) %s %d ? more : 0;\n}\n"):format(value(row.of), row.falls and ">=" or "<", row.least + (number & 4095))
                 .. ("arguments.rows[%d] ^= (found << 8"):format(i))
end

-- Numbers of the arguments' list `name`, each the sum modulo 2 of what its cases add: statement(word, case, index).
local function sums(row, name, statement)
  local texts = {}
  for i, word in ipairs(row.words) do
    texts[#texts + 1] = ("arguments.%s[%d] = 0;\n"):format(name, i - 1)
    for _, number in ipairs(word.cases) do texts[#texts + 1] = statement(word, number, i - 1) end
  end
  return table.concat(texts)
end

function fill.words(row)
  return sums(row, "words", function(word, number, i)
    return word.is_chance and certain(word, number, i)
           or in_case(word, number, ("arguments.words[%d] ^= word_of(%d, %s"):format(i, word.bit, value(word.of)))
  end)
end

function fill.rows(row)
  return sums(row, "rows", function(one, number, i)
    if one.is_folded then return least(one, number, i) end
    if one.is_drawn then return decided(one, number, i) end
    local threshold = one.is_uniform and below(one, number) or threshold_of(one)
    return in_case(one, number, ("arguments.rows[%d] ^= %s"):format(i, threshold))
  end)
end

function fill.place(row)
  return table.concat(map(row.at, function(at, i) return ("arguments.%s[%d] = %s;\n"):format(row.name, i - 1, at and value(at) or "0") end))
end

function fill.weights(row)
  local offsets = map(program.lists[row.list].numbers, function(number)
    local offset = program.offsets[number + 1]
    return ("{ %d, %d, %d }"):format(offset.x, offset.y, offset.z)
  end)
  local whole, single = row.type == "u32", row.type == "float"
  local bits = whole and "(u32)" or row.in_table and (single and "bits_of_float((float)" or "bits_of_double(") or single and "(float)" or ""
  return ("{\nstatic const signed char at[%d][3] = {\n%s\n};\n"):format(#offsets, items(offsets, 8, "%s", ""))
         .. ("for (int i = 0; i < %d; ++i) {\n"):format(#offsets)
         .. "const int dx = at[i][0], dy = at[i][1], dz = at[i][2];\n(void)dx, (void)dy, (void)dz;\n"
         .. ("%s%s[%s] = %s(%s)%s;\n}\n}\n"):format(row.in_table and "" or "arguments.", row.array,
              row.in_table and ("%d + i"):format(row.offset) or "i", bits, value(row.of), not whole and row.in_table and ")" or "")
end

function fill.parameter(row) return ("arguments.%s = %sparameters.%s;\n"):format(row.name, row.type == "float" and "(float)" or "", row.parameter) end
function fill.seed() return "arguments.seed = parameters.seed0;\n" end

-- The texts of `program`, of its trees. init, update, totals: sections; total: kind, type, lines, wraps, at; calls; scalar(i, step): an
-- integer of the step and the parameters; of main filling, scheduled, observed, required. Texts that kernels have in words call nothing.

local function write_main()
  begin { main = true }
  program.filling = lines(table.concat(map(request.standalone and program.rows or {}, function(row) return fill[row.kind] and fill[row.kind](row) end)))
  w.given = true
  for _, one in ipairs(program.scheduled) do one.text = value(one.value) end
  for _, one in ipairs(program.globals) do one.text = value(one.value) end
  w.given = nil
  for _, one in ipairs(program.observed) do one.text = value(one.value) end
  for _, one in ipairs(program.required) do
    one.text = one.text:gsub('[\1-\31"\\]', " ")  -- as it stands in a string of C: it may have lines, and comments with quotes
    one.condition = one.value and value(one.value) or ("parameters.%s >= %s && parameters.%s <= %s"):format(one.parameter, one.low, one.parameter, one.high)
  end
end

-- The stages of a step as one text, each for its pass.
local function staged(update)
  local all
  for i = #update, 1, -1 do
    all = { { kind = "if", value = { kind = "stage", number = i - 1 }, body = update[i].body, otherwise = all } }
  end
  return all
end

-- The updates of wide cells on lanes, a section for each set of neighbours that exist: evaluations are of a shape, by number.
local function write_shapes(update)
  local numbers = {}
  dag.updates = {}
  for _, launch in ipairs { dag.launches.step, dag.launches.rest } do
    for _, evaluation in ipairs(launch.evaluations) do
      local presence = evaluation.presence
      if not numbers[presence] then
        numbers[presence] = #dag.updates + 1
        dag.updates[#dag.updates + 1] = section(update, { presence = presence })
      end
      evaluation.shape = numbers[presence]
    end
  end
end

-- The observable by which copies exchange, with what it needs: numbers of totals, and names of all parameters.
local function write_energy()
  begin { calls = calls, int = "i64", copy = "copy->given." }
  local text = value(program.energy)
  local parameters = column(program.parameters, "name")
  program.energy = { text = text, sums = w.sums, parameters = parameters }
  for _, one in ipairs(program.globals) do parameters[#parameters + 1] = one.name end
end

-- Whether the host goes along rows of a patch; then the program's text is of a row.
local function goes_along_rows(update)
  local text = program.update
  if gpu or program.sublattices or program.passes > 1 or text.draws or text.counts_degree then return false end
  local rows = section(update, { calls = calls, hoisted = {}, patched = plan.patch })
  if w.keeps then return false end
  program.update = rows
  return true
end

local function write_program()
  local in_words = plan.map == "lanes" and not plan.by_cells or plan.by_bits or plan.law == "rule"
  program.calls = calls
  program.init = section(program.init, { initial = true })
  local update = program.update
  if plan.wide_cells and not plan.by_cells then write_shapes(program.passes > 1 and staged(update) or update) end
  plan.patch = plan.region > 0 and expressions.patch_of()
  program.update = section(update, { calls = in_words and {} or calls, patched = plan.patch })
  plan.in_rows = plan.patch and goes_along_rows(update)
  program.stages = { program.update }  -- a block of update each, if a step makes several passes
  for i = 1, program.passes > 1 and program.passes or 0 do program.stages[i] = section(update[i].body, { calls = calls, patched = plan.patch }) end
  begin { calls = plan.totals_in_words and {} or calls, int = "i64", from = "state" }
  for _, total in ipairs(program.total) do
    total.type = c_types[total.value.type]
    total.lines = lines(total.kind == "pairs" and pairs_text(total) or value(total.value))
  end
  program.totals = uses {}
  function program.scalar(i, step)
    begin { step = step }
    return value(program.scalars[i])
  end
  for i = 1, #program.scalars do program.scalar(i, "step") end
  if program.exchanges and (prints.temper or prints.persistent) then write_energy() end
  write_main()
end

-- draws_ahead: on the host words of planes that 32 lanes of tiles of values share are drawn once, a block of tiles after the other, which
-- says how many of its tiles a lane has; false where it is done for each cell, for other programs or because numbers need too much memory.
local function draws_ahead()
  local draws = program.draws
  local is_plain = dag.launches.step.steps == 1 and not (dag.launches.rest and prints.rest)
  if gpu or plan.sharded or not draws.planes or draws.requests == 0 or not is_plain or draws.below % lanes.positions > 0 then return false end
  local tiles = 32  -- a divisor of a lane's
  while draws.below // lanes.positions % tiles > 0 do tiles = tiles - 1 end
  return draws.requests * lanes.positions * tiles <= 2048 and tiles
end

if program then
  plan.draws_ahead = plan.wide_cells and not plan.by_cells and draws_ahead()
  program.near = { table.unpack(program.offsets, 1, #program.lists[1].numbers) }
  write_program()
end

-- looks_beside: a program's kernels look for a cell's neighbours one by one; names_tile: then a cell says the tile that it is in, for
-- them to be looked for there first; counts_degree: by a function; tables: of offsets, for loops, {name, offsets}.
local updates = plan.law == "program" and (plan.map ~= "lanes" or plan.by_cells) and not plan.by_bits and not plan.march and not plan.boxed
plan.looks_beside, plan.counts_degree, plan.tables = false, false, {}
local asked = {}
local function look(text)  -- in a patch none is looked for
  plan.looks_beside = plan.looks_beside or not text.patched and (#text.neighbours > 0 or text.degree or next(text.tables) ~= nil)
  plan.counts_degree = plan.counts_degree or not text.patched and text.counts_degree
  for name in pairs(text.tables) do asked[name] = true end
end
local function add_table(name, numbers)
  local offsets = map(numbers, function(number) return program.offsets[number + 1] end)
  plan.tables[#plan.tables + 1] = { name = name, offsets = offsets }
end
if program then
  look(program.init)
  if updates then look(program.update) end
  if prints.totals and not plan.totals_in_words then look(program.totals) end
  for i, list in ipairs(program.lists) do
    if asked["nbb_offsets" .. i - 1] or i == 1 and (plan.counts_degree or program.update.counts_degree) then add_table("nbb_offsets" .. i - 1, list.numbers) end
  end
  if asked.nbb_pairs then add_table("nbb_pairs", program.total[1].pairs) end
end
plan.names_tile = plan.looks_beside and plan.storage == "packed" and domain.kind == "fractal"
