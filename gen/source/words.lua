-- words.lua: names the values of code of words of bits, which gen/source/source_words.c hands over, for sections to read: `dag`.
--
-- Names of a launch's values, whose schedule says what is a statement, have the cell and the step in them (c7_2); those of a cell of any
-- position their kind and number (w3, e2, n7).

local function_of = { [0x96] = "sum", [0xe8] = "majority", [0x16] = "once" }

local letters, constants = { loaded = "w", neighbour = "e", drawn = "d" }, { [0] = "0u", "~0u" }
local function name_of(code, value)
  local node = code.nodes[value]
  if node.kind == "constant" then return constants[value] end
  return node.input and node.input.name or node.kind == "logic" and "n" .. value or letters[node.kind] .. node.number
end

-- Adds what a draw has: request, row; slot, of one that is drawn once a step; else digit; else care, masks and flips.
local function set_draw(to, draw, name)
  to.request, to.row = draw.request, draw.row
  if draw.slot >= 0 then
    to.slot = draw.slot
  elseif draw.digit >= 0 then
    to.digit = draw.digit
  else
    to.care, to.masks, to.flips = name(draw[1]), map({ table.unpack(draw, 2) }, name), draw.flips
  end
end

-- Of what is used, all without `uses`: exists, a set of numbers of neighbours, or directions, that may exist; inputs, a list of words.
local function set_inputs(to, code, uses)
  to.exists, to.inputs = {}, {}
  for value = 0, code.count - 1 do
    local node = (not uses or uses[value] > 0) and code.nodes[value] or {}
    if node.kind == "neighbour" then to.exists[node.number] = true end
    if node.input then to.inputs[#to.inputs + 1] = node.input end
  end
end

-- once, what is drawn at a step's first turn for all turns (gen/lanes/lanes.h): a list of {position, request, slot (the first), rows}.
local function set_once(to, code, cells)
  local by_slot = {}
  for _, draw in pairs(code.draws) do if draw.slot >= 0 then by_slot[draw.slot + 1] = draw end end
  to.once = {}
  for slot, draw in ipairs(by_slot) do
    local last, position = to.once[#to.once], cells and cells[draw.cell + 1].position or 0
    if last and last.position == position and last.request == draw.request then
      last.rows[#last.rows + 1] = draw.row
    else
      to.once[#to.once + 1] = { position = position, request = draw.request, slot = slot - 1, rows = { draw.row } }
    end
  end
end

-- Code of a cell of any position, of what is used: {exists, inputs, loaded (a set of numbers), operations: {name, and text,
-- what (its name, if it has one), formula, words or what a draw has}; words, of sources (lanes_rows.h): {name, source, age, dx, dy}}.
local function code_of(code, uses)
  local of = { loaded = {}, operations = {}, words = {} }
  local function name(value) return name_of(code, value) end
  set_inputs(of, code, uses)
  for value = 0, code.count - 1 do
    local node, one = code.nodes[value], { name = uses[value] > 0 and name(value) }
    if one.name and node.kind == "loaded" then
      of.loaded[node.number] = true
      if node.word then node.word.name, of.words[#of.words + 1] = one.name, node.word end
    elseif one.name and node.kind == "drawn" then
      set_draw(one, code.draws[node.number], name)
      of.operations[#of.operations + 1] = one
    elseif one.name and node.kind == "logic" then
      one.formula, one.words, one.what = formula_of(node.table), map(node, name), function_of[node.table]
      one.table, one.alike = node.table, node.alike
      one.text = formula_text(node.table, one.words, true)
      of.operations[#of.operations + 1] = one
    end
  end
  return of
end

-- Of a word's draws on a GPU two with as many masks become one operation, whose `draws` they are, if the second takes nothing that depends on
-- the first: it stands behind all that they take, and before what depends on them.
local function pair_drawn(operations)
  local list, waiting, late, depends = {}, nil, {}, {}
  local function takes(operation)
    return any(operation.words or { operation.care, table.unpack(operation.masks or {}) }, function(name) return depends[name] end)
  end
  local function flush(operation)
    list[#list + 1] = operation
    for _, one in ipairs(late) do list[#list + 1] = one end
    waiting, late, depends = nil, {}, {}
  end
  for _, operation in ipairs(operations) do
    if takes(operation) then
      late[#late + 1], depends[operation.name] = operation, true
    elseif waiting and operation.masks and #operation.masks == #waiting.masks then
      flush { draws = { waiting, operation } }
    elseif not waiting and operation.masks then
      waiting, depends[operation.name] = operation, true
    else
      list[#list + 1] = operation
    end
  end
  if waiting then flush(waiting) end
  return list
end

-- launches: {step}, of rows: {inside, edge, each the code of a kind of cell and next: the planes' names; levels, the code of each;
-- sources: {level, name}, without a name of no use; once}.
local function name_rows(step)
  local levels = map(step.levels, function(level) return code_of(level.code, level.uses) end)
  for _, source in ipairs(step.sources) do
    source.name = source.is_used and name_of(step.levels[source.level].code, source.value) or nil
  end
  for _, kind in ipairs { "inside", "edge" } do
    local raw, of = step[kind], code_of(step.code, step[kind].uses)
    of.operations = target.gpu and pair_drawn(of.operations) or of.operations
    of.next = each(traits.planes, function(plane) return name_of(step.code, raw.next[plane]) end)
    step[kind] = of
  end
  step.levels = levels
  set_once(step, step.code)
end

-- spans: next, signals, counts with begins and moves (gen/lanes/lanes_rows.h), each the code and `results`, names from 1; signals:
-- plane, whose word one is; codes, those with inputs; read, a set of what signals read of a cell.
local function name_spans(spans)
  local function named(raw)
    local of = code_of(raw.code, raw.uses)
    of.results = each(#raw.results + 1, function(i) return name_of(raw.code, raw.results[i]) end)
    return of
  end
  for i, signal in ipairs(spans.signals) do
    spans.signals[i] = named(signal.of)
    local node = signal.of.code.nodes[signal.of.results[0]]
    spans.signals[i].plane = node.kind == "loaded" and node.number < spans.exists and node.number - spans.there or nil
  end
  for _, count in ipairs(spans.counts) do
    count.begins.of, count.moves.of = named(count.begins.of), named(count.moves.of)
    for _, code in ipairs { "sum", "gains", "passes", "leaves" } do count[code] = count.sum_bits and named(count[code]) end
  end
  spans.next, spans.read = named(spans.next), {}
  spans.codes = { spans.next }
  for _, signal in ipairs(spans.signals) do for number in pairs(signal.loaded) do spans.read[number] = true end end
end

-- Makes of a launch: its words as a list, {direction, position, plane, computed (whether it is, of a cell beside), word (its name, or nil if it
-- is not used)}; there: a list of words that say where a cell beside exists, also by its number below 0; exists, inputs, once; statements:
-- {kind, step and place (of a row), value (of the others), cell (its number from 1; nil of a part that is no cell's), what a draw has, and of
-- a part shape, is_stored, arguments}.
local function name_launch(launch, is_rest)
  local code, own = launch.code, launch.own * launch.planes
  local statements = schedule.statements(launch, is_rest)
  launch.there = {}

  -- A word of the state: c7 of the tile itself, h2 of the tiles beside; after a step c7_2.
  local function word_of(word, step)
    return (word < own and "c" .. word or "h" .. word - own) .. (step > 0 and "_" .. step or "")
  end

  local function computed_by(evaluation) return evaluation.cell * launch.planes + evaluation.plane end

  -- A cell's word, or one that is no cell's, by its number. Constants are false and true, a tile that may exist is its direction.
  local function name(value)
    local node, evaluation = code.nodes[value], launch.evaluation_of[value]
    if node.kind == "constant" then return value == 1 end
    if node.kind == "neighbour" then return node.number end
    if node.kind == "loaded" then return word_of(node.number, 0) end
    if node.kind ~= "logic" then return name_of(code, value) end
    if evaluation then return word_of(computed_by(evaluation), evaluation.step) end
    return (({ sum = "s", majority = "t" })[function_of[node.table]] or "w") .. launch.parts[value].number
  end

  local function statement_of(raw)
    local evaluation, part = raw.evaluation, raw.part
    if raw.kind == "row" then return { kind = "row", step = evaluation.step, place = launch.sign * evaluation.row } end
    local node, made = code.nodes[raw.value], { kind = raw.kind, value = name(raw.value) }
    if raw.kind == "load" then
      made.cell = node.number + 1
    elseif raw.kind == "draw" then
      made.cell = code.draws[node.number].cell * launch.planes + 1
      set_draw(made, code.draws[node.number], name)
    elseif evaluation then
      made.cell = computed_by(evaluation) + 1
    end
    if part then made.shape, made.is_stored, made.arguments = part.shape, raw.is_stored, map(part.arguments, name) end
    return made
  end

  for word = 0, #launch.cells * launch.planes - 1 do
    local cell = launch.cells[word // launch.planes + 1]
    launch[word + 1] = { direction = cell.direction, position = cell.position, plane = word % launch.planes, computed = cell.computed,
                         word = launch.states[word] >= 0 and word_of(word, 0) or nil }
  end
  set_inputs(launch, code)
  set_once(launch, code, launch.cells)
  local count = #launch - own  -- words of the halo
  for i, cell in ipairs(launch.cells) do
    if launch.exists[-i] then
      local there = { direction = cell.direction, position = cell.position, plane = 0, word = "h" .. count }
      launch.there[#launch.there + 1], launch.there[-i], count = there, there, count + 1
    end
  end
  launch.statements = map(statements, statement_of)
end

-- Of a persistent launch with few threads a multiprocessor: the draws of each turn whose first two calls are made ahead, while blocks wait: a list
-- of {position, request}, in which a draw's place is its `ahead`. None where registers do not hold them (tests/device/h100/ahead_trials.txt).
local AHEAD_MOST, AHEAD_THREADS = 9, 512
local function find_ahead(launch)
  local is_had = plan.block * (plan.cluster > 0 and math.max(plan.together, 1) or launch.resident) <= AHEAD_THREADS
  local numbered = {}
  local lists = map(launch.turns, function(statements)
    local list, places = {}, {}
    for _, statement in ipairs(statements) do
      for _, draw in ipairs(statement.draws or { statement.masks and statement }) do
        local position = launch[draw.cell].position
        local key = position .. " " .. draw.request
        if not places[key] then list[#list + 1], places[key] = { position = position, request = draw.request }, #list + 1 end
        numbered[#numbered + 1] = { draw = draw, number = places[key] }
      end
    end
    is_had = is_had and #list <= AHEAD_MOST
    return list
  end)
  launch.ahead = is_had and lists or {}
  for _, one in ipairs(is_had and numbered or {}) do one.draw.ahead = one.number end
end

-- dag.drawn: kinds, a set of the input words of the kernels; how many masks thresholds have, ascending, of one word (masks), of two at
-- once (both) and of those that are deferred, one (deferred) and two (deferred_pairs); how many rows are drawn at once for all turns (once);
-- digit, whether digits are drawn.
local function find_drawn(codes)
  local of, once = { kinds = { lanes = draws.slots > 0 }, digit = false }, {}
  local masks, both, deferred = {}, {}, { draw = {}, pair = {} }
  for _, code in pairs(codes) do
    for _, word in ipairs(code.inputs) do of.kinds[word.kind] = true end
    for _, statements in ipairs(code.turns or { code.operations }) do
      for _, statement in ipairs(statements) do
        local drawn = (statement.draws or { statement })[1].masks
        local counts = statement.is_deferred and deferred[statement.kind] or statement.draws and both or masks
        if drawn then counts[#drawn] = true end
        if statement.digit then of.digit = true end
      end
    end
  end
  for _, launch in pairs(dag.launches) do for _, group in ipairs(launch.once) do once[#group.rows] = true end end
  local function ascending(set)
    local most, counts = -1, {}
    for count in pairs(set) do most = math.max(most, count) end
    for count = 0, most do counts[#counts + 1] = set[count] and count end
    return counts
  end
  of.masks, of.both, of.once = ascending(masks), ascending(both), ascending(once)
  of.deferred, of.deferred_pairs = ascending(deferred.draw), ascending(deferred.pair)
  dag.drawn = of
end

-- Of wide cells on lanes: the cells as a list; exists, empty; evaluations: {cell (its number from 1), step (after which its state is),
-- presence (a letter for each neighbour: always, tested, never), neighbours, degrees}. A neighbour in the cell's own tile, or the launch's, exists
-- whenever the cell is asked for; one in another tile beside is tested; others never exist. What a cell of no tile comes to is put aside.
local function name_wide(launch)
  local function presence_of(cell)
    return table.concat(map(program.offsets, function(_, number)
      local there = launch.cells[cell.neighbours[number]]
      local known = there and (there.direction == cell.direction or there.direction == domain.directions.centre)
      return not there and "n" or known and "a" or "t"
    end))
  end
  launch.exists = {}
  for i, cell in ipairs(launch.cells) do launch[i] = cell end
  for _, evaluation in ipairs(launch.evaluations) do
    evaluation.cell = evaluation.cell + 1
    local cell = launch[evaluation.cell]
    evaluation.presence, evaluation.neighbours, evaluation.degrees = presence_of(cell), cell.neighbours, cell.degrees
  end
end

-- Names what `dag` has, of a plan with words of bits or map lanes.
function name_words()
  if plan.map ~= "lanes" and not plan.by_bits then return end
  dag.shapes = {}
  if plan.by_spans then
    name_spans(dag.spans)
  elseif plan.by_bits then
    name_rows(dag.launches.step)
  else
    for _, entry in ipairs { "step", "persistent", "rest" } do
      local launch = dag.launches[entry]
      if launch and plan.wide_cells then
        name_wide(launch)
      elseif launch then
        name_launch(launch, entry == "rest")
        schedule.set_turns(launch, entry)
        if entry == "persistent" then find_ahead(launch) end
      end
    end
  end
  for _, shape in ipairs(dag.shapes) do
    for _, operation in ipairs(shape.operations) do
      operation.formula, operation.what = formula_of(operation.table), function_of[operation.table]
    end
  end
  if not plan.wide_cells then
    local step = dag.launches.step
    find_drawn(plan.by_spans and dag.spans.codes or plan.by_bits and { step.inside, step.edge } or dag.launches)
  end
  if plan.totals_in_words then
    local raw = dag.totals
    dag.totals = code_of(raw.code, raw.uses)
    dag.totals.bits = raw.bits
    for _, word in ipairs(dag.totals.inputs) do if word.kind == "odd" then dag.drawn.kinds.odd = true end end
    for _, bit in ipairs(raw.bits) do
      bit.by, bit.count = bit.is_negative and "-=" or "+=", target.popcount:format(name_of(raw.code, bit.value) .. " & lanes")
    end
  end
end
