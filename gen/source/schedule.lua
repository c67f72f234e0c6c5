-- schedule.lua: cuts the code of a launch of map lanes into calls of functions, in order, draws of several cells together. words.lua names values.
--
-- A part is a result with all operations that nothing else depends on; the words that it takes from outside are its arguments. Results are
-- cells' words, words that draws take, and what several results depend on. Parts with the same operations have one shape, which is a
-- function in the text, for all cells that compute so:
--
--     part of value 40:  39 = sum of 3, 5, 8         part of value 52:  51 = sum of 9, 11, 12
--                        40 = 39 & ~4                                   52 = 51 & ~10
--     arguments 3, 5, 8, 4                           arguments 9, 11, 12, 10
--                              shape:  5 = sum of 1, 2, 3
--                                      6 = 4 & ~5
--
-- Cells are computed in the order of their rows (gen/lanes/lanes.h), each by a call of its part's function. Before it come the parts
-- that several cells depend on. Words are loaded before the row that uses them first or, so that they are on their way while others are
-- computed, some cells ahead of it:
--
--     load h3                           used in the row after next, if a row's cells ahead
--     row of step 1
--     part s1 = sum of c0, h1, h2
--     draw d4                           of lanes where s1 is, say
--     part h2_1 = next of ...           cell 72 of the tile in direction 0
--     part, stored = next of ...        after the last step
--     store c5                          where the rule keeps a cell as it is

-- The value that an evaluation's cell and plane have after a step, or nil.
local function state_of(launch, evaluation, step)
  local value = launch.states[(step * #launch.cells + evaluation.cell) * launch.planes + evaluation.plane]
  return value >= 0 and value or nil
end

-- By value that is a cell's word, kept: neighbours, self, the word before, and stores, how often it is stored; evaluation_of, the first one.
local function mark_kept(launch)
  launch.kept, launch.evaluation_of = {}, {}
  for i = #launch.evaluations, 1, -1 do
    local evaluation = launch.evaluations[i]
    local value = state_of(launch, evaluation, evaluation.step)
    if value then
      local stores = (launch.kept[value] and launch.kept[value].stores or 0) + (evaluation.step == launch.steps and 1 or 0)
      launch.kept[value] = { neighbours = launch.cells[evaluation.cell + 1].neighbour_count, stores = stores,
                             self = state_of(launch, evaluation, evaluation.step - 1) }
      launch.evaluation_of[value] = evaluation
    end
  end
end

-- By value the result that alone depends on it, or "several"; and by result its operations, descending.
local function find_owners(launch)
  local code, owner, operations = launch.code, {}, {}
  for value = code.count - 1, 0, -1 do
    local node = code.nodes[value]
    if launch.uses[value] > 0 and node.kind == "drawn" then
      for _, word in ipairs(code.draws[node.number]) do owner[word] = "several" end
    elseif launch.uses[value] > 0 and node.kind == "logic" then
      local result = owner[value]
      if not result or result == "several" or launch.kept[value] then result, operations[value] = value, {} end
      owner[value] = result
      operations[result][#operations[result] + 1] = value
      for _, word in ipairs(node) do
        owner[word] = (not owner[word] or owner[word] == result) and result or "several"
      end
    end
  end
  return owner, operations
end

-- The table of an operation whose word i stands at place to[i] instead.
local function moved(table, to)
  local made = 0
  for point = 0, 7 do
    local from = 0
    for i, place in ipairs(to) do from = from | (point >> place - 1 & 1) << i - 1 end
    made = made | (table >> from & 1) << point
  end
  return made
end

-- An operation with its words by number, in ascending order.
local function numbered(node, number)
  local made, to = { label = node.label, alike = node.alike, from = {} }, {}
  local own = map(node, function(word) return number[word] end)
  for i = 1, #node do
    local place = 1
    for j = 1, #node do if own[j] < own[i] then place = place + 1 end end
    to[i], made.from[place] = place, own[i]
  end
  made.table = moved(node.table, to)
  return made
end

-- The number of a shape in dag.shapes, which has each once; words are alike in an operation of it where they are in one of its calls.
local number_of_shape = {}
local function find_shape(shape)
  local operations = map(shape.operations, function(operation) return operation.table .. ":" .. table.concat(operation.from, " ") end)
  local text = inline { shape.neighbours, shape.arguments, shape.given, shape.has_self and 1 or 0, table.unpack(operations) }
  if not number_of_shape[text] then
    dag.shapes[#dag.shapes + 1], number_of_shape[text] = shape, #dag.shapes + 1
  end
  for i, operation in ipairs(dag.shapes[number_of_shape[text]].operations) do
    operation.alike = operation.alike or shape.operations[i].alike
  end
  return number_of_shape[text]
end

-- Whether it is known when the code begins, one by one for each item: no argument of the launch, and nothing that is loaded.
local function is_given(node)
  return node.kind == "neighbour" or node.input ~= nil and node.input.kind ~= "argument" and node.input.kind ~= "step"
end

-- parts, by value that is a result: {number, from 0; shape; arguments: values}, given ones behind the others, and its cell's own word last.
local function cut(launch)
  local code, kept, count = launch.code, launch.kept, 0
  local owner, operations = find_owners(launch)
  local function part_of(result)
    local part, self, number = { number = count, arguments = {} }, kept[result] and kept[result].self, {}
    local shape = { neighbours = kept[result] and kept[result].neighbours or -1, given = 0, has_self = false, operations = {} }
    local function add_argument(word)
      part.arguments[#part.arguments + 1] = word
      number[word] = #part.arguments
    end
    local given, values = {}, operations[result]
    for i = #values, 1, -1 do
      for _, word in ipairs(code.nodes[values[i]]) do
        local node = code.nodes[word]
        if word == self then
          shape.has_self = true
        elseif node.kind == "logic" and owner[word] == result or number[word] then
          -- its own, or there already
        elseif is_given(node) then
          given[#given + 1], number[word] = word, 0
        else
          add_argument(word)
        end
      end
    end
    for _, word in ipairs(given) do add_argument(word) end
    shape.given = #given
    if shape.has_self then add_argument(self) end
    shape.arguments = #part.arguments
    for i = 1, #values do
      local value = values[#values + 1 - i]
      shape.operations[i], number[value] = numbered(code.nodes[value], number), shape.arguments + i
    end
    part.shape = find_shape(shape)
    return part
  end
  launch.parts = {}
  for value = 0, code.count - 1 do
    if operations[value] then launch.parts[value], count = part_of(value), count + 1 end
  end
end

-- The loads that the target's kernel leaves to statements: of own words, of those beside; in place of what stands where a word is stored to;
-- so many cells ahead. On a GPU own words, and where lanes are permuted in registers those beside, are loaded before; but what draws holds no
-- words meanwhile, and a large tile's do not fit. Others are loaded as many cells ahead as the card computes while a load is on its way: at most
-- two that draw, or where registers hold no whole tile 30: with 80 a step of a tile of 400 spills twice as many.
local function loading_of(is_rest)
  if not target.gpu then return { own = true, beside = true, in_place = plan.in_place, ahead = 0 } end
  local permutes = not turned and (is_rest or plan.permuted ~= "memory")
  local persists = plan.persistent and not is_rest  -- it has its words
  local draws_late, is_large = draws.words and not persists, lanes.positions * traits.planes > plan.card.words_aim
  local own = draws_late or not persists and not permutes and is_large
  local ahead = draws_late and 2 or own and 30 or plan.card.cells_ahead
  return { own = own, beside = not permutes, in_place = own and plan.in_place, ahead = ahead }
end

-- Cuts a launch's code and lists its statements: {kind: row, load, part, draw or store; value, but of a row; evaluation, of a row the first,
-- of a store, and of a part that is a cell's; part; is_stored: a part's value is stored, and not used again}.
local function statements_of(launch, is_rest)
  local loading, list, loads, done, row = loading_of(is_rest), {}, {}, {}, nil
  local code, own = launch.code, launch.own * launch.planes
  mark_kept(launch)
  cut(launch)
  local function add(statement) list[#list + 1] = statement end
  local function add_load(value)
    if not done[value] and loading[code.nodes[value].number < own and "own" or "beside"] then loads[#loads + 1] = { kind = "load", value = value, row = row } end
    done[value] = true
  end
  -- Whether all that is done with a part's value is to store it once, when it is computed.
  local function is_stored_alone(value)
    local kept = launch.parts[value] and launch.kept[value]
    return kept and kept.stores == 1 and launch.uses[value] == 1 and launch.evaluation_of[value].step == launch.steps
  end
  -- The part or draw of a value, after those that it depends on; a loaded word as a load.
  local function use(value)
    local node, part = code.nodes[value], launch.parts[value]
    if node.kind == "loaded" then add_load(value) end
    if done[value] or not part and node.kind ~= "drawn" then return end
    done[value] = true
    for _, word in ipairs(part and part.arguments or code.draws[node.number]) do use(word) end
    add { kind = part and "part" or "draw", value = value, part = part, evaluation = launch.evaluation_of[value], is_stored = is_stored_alone(value) }
  end
  for i, evaluation in ipairs(launch.evaluations) do
    local before, is_last = launch.evaluations[i - 1], evaluation.step == launch.steps
    if not before or before.step ~= evaluation.step or before.row ~= evaluation.row then
      row = i
      add { kind = "row", evaluation = evaluation, row = row }
    end
    local value, loaded = state_of(launch, evaluation, evaluation.step), state_of(launch, evaluation, 0)
    if value then
      if is_last and loading.in_place and loaded then add_load(loaded) end
      use(value)
      if is_last and not is_stored_alone(value) then add { kind = "store", value = value, evaluation = evaluation } end
    end
  end
  -- Loads come before the first row that begins so many evaluations before theirs, or later.
  local statements, at = {}, 1
  for _, statement in ipairs(list) do
    while statement.row and loads[at] and loads[at].row <= statement.row + loading.ahead do
      statements[#statements + 1], at = loads[at], at + 1
    end
    statements[#statements + 1] = statement
  end
  return statements
end

-- The values that a statement takes, a pair's draws those of both.
local function values_taken(statement)
  local list = {}
  local function add(values) for _, value in ipairs(values or {}) do list[#list + 1] = value end end
  for _, one in ipairs(statement.draws or { statement }) do
    add(one.arguments)
    add(one.masks)
    add { one.kind == "store" and one.value or one.care }
  end
  return list
end

-- The statements that each turn needs: of its colour alone where that is the position's. A word that stays needs none: the state is advanced in place.
local function split_turns(launch)
  local statements, colours, number_of = launch.statements, {}, {}
  if lanes.colours_known then
    for _, input in ipairs(launch.inputs) do
      if input.kind == "turn" then colours[input.name], input.kind = input.number, "lanes" end
    end
  end
  for i, statement in ipairs(statements) do
    if statement.value and statement.kind ~= "store" then number_of[statement.value] = i end
  end
  -- Marks a statement, by its number, and those whose values it takes; the colour that one of them asks for, or nil.
  local function mark(number, marked)
    local colour
    marked[number] = true
    for _, value in ipairs(values_taken(statements[number])) do
      local from = number_of[value]
      colour = colours[value] or from and not marked[from] and mark(from, marked) or colour
    end
    return colour
  end
  return each(lanes.colours_known and program.colouring.q or 1, function(turn)
    local needed = {}
    for i, statement in ipairs(statements) do
      local marked = {}
      if statement.is_stored or statement.kind == "store" and statement.value ~= launch[statement.cell].word then
        local colour = mark(i, marked)
        for number in pairs((colour or turn) == turn and marked or {}) do needed[number] = true end
      end
    end
    return map(statements, function(statement, i) return needed[i] and statement or nil end)
  end)
end

-- The draws of each cell with what hangs on them, lists in the order of the statements: draws (how many), key (empty), last (the last
-- statement's number); and by statement's number its list. In a step nothing hangs on draws of several cells.
local function group_draws(statements)
  local groups, group_of, by_cell, by_value = {}, {}, {}, {}
  for i, statement in ipairs(statements) do
    local group = statement.kind == "draw" and statement.masks and (by_cell[statement.cell] or { key = "", draws = 0 })
    for _, value in ipairs(values_taken(statement)) do group = group or by_value[value] end
    if group then
      if statement.masks then by_cell[statement.cell], group.draws = group, group.draws + 1 end
      if statement.kind ~= "store" then by_value[statement.value] = group end
      if #group == 0 then groups[#groups + 1] = group end
      group[#group + 1], group.last, group_of[i] = statement, i, group
    end
  end
  return groups, group_of
end

-- Draws whose lanes that are left open can be decided after words are stored, by inverting these, are deferred (templates/cuda/lane_pairs.in)
-- unless the queue is too large for a block's shared memory: marks them as is_deferred, and their groups as defers, and sets how much the
-- launch's queue holds. All of a cell's draws are or, where cells take no turns, none: few cells leave out draws that no lane asks for.
local DEFERRED_BYTES, DEFERRED_MASKS = 24 << 10, 7
local function find_deferred(launch, groups)
  local most, masks = 0, 0
  for _, group in ipairs(groups) do
    local can = map(group, function(statement) return statement.masks and statement.flips > 0 and statement.request < 1 << 16 and #statement.masks <= DEFERRED_MASKS and statement or nil end)
    group.defers = #can == group.draws or program.sublattices and #can > 0
    for _, draw in ipairs(group.defers and can or {}) do
      most, masks, draw.is_deferred = math.max(most, #can), math.max(masks, #draw.masks), true
    end
  end
  local deferred = 32 * (1 + 2 * most)
  if most > 0 and plan.block // 32 * deferred * 4 * (masks + (traits.planes > 1 and 5 or 4)) <= DEFERRED_BYTES then
    local queue = launch.deferred or { size = 0, masks = 0 }
    launch.deferred = { size = math.max(queue.size, deferred), masks = math.max(queue.masks, masks) }
  else
    for _, group in ipairs(groups) do
      group.defers = false
      for _, statement in ipairs(group) do statement.is_deferred = nil end
    end
  end
end

-- On a GPU the draws of a cell that are deferred wait until those of another cell are alike: `draws` of both become one statement "pair".
-- What is drawn first of such cells `settles` what waits, for all else is stored. Sublattices also pair draws that only a store asks for.
local function pair_draws(launch, statements, defers)
  local list, halves, groups, group_of = {}, {}, group_draws(statements)
  if defers then find_deferred(launch, groups) end
  for _, group in ipairs(groups) do
    for _, draw in ipairs(group) do
      if draw.masks then group.key = ("%s%d %d %d %s;"):format(group.key, #draw.masks, draw.row, draw.request, draw.is_deferred) end
    end
  end
  local function add(statement) list[#list + 1] = statement end
  local function add_groups(one, other)
    local at, settles = 1, true
    for _, statement in ipairs(one) do
      local made = statement
      while statement.masks and other and not other[at].masks do
        add(other[at])
        at = at + 1
      end
      if statement.masks and other then
        made, at = { kind = "pair", draws = { statement, other[at] }, is_deferred = statement.is_deferred }, at + 1
      end
      if made.is_deferred then made.settles, settles = settles, false end
      add(made)
    end
    for i = at, #(other or {}) do add(other[i]) end
  end
  for i, statement in ipairs(statements) do
    local group = group_of[i]
    local is_alone = group and program.sublattices and #group == 2 and group[2].is_stored
    if not group or not group.defers and not is_alone then
      add(statement)
    elseif i == group.last then
      local half = halves[group.key]
      if half then add_groups(half, group) end
      halves[group.key] = not half and group or nil
    end
  end
  for _, group in ipairs(groups) do if halves[group.key] == group then add_groups(group) end end
  return list
end

-- turns: the list of statements of each turn that has its own, else one list; on a GPU with draws in pairs.
local function set_turns(launch, entry)
  local defers = target.ptx and entry == "step" and launch.steps == 1
  launch.turns = program and program.sublattices and split_turns(launch) or { launch.statements }
  if draws.words and target.gpu and (defers or program.sublattices) then
    launch.turns = map(launch.turns, function(statements) return pair_draws(launch, statements, defers) end)
  end
end

-- statements, of values without names; set_turns, once these have names.
schedule = { statements = statements_of, set_turns = set_turns, values_taken = values_taken }
