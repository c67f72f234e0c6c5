-- drawn.lua: where a march of words of bits draws for all words that a thread makes at once (cuda/march_drawn.in).

-- The part of a code, whose operations these are, that its `next` need.
local function complete(part, code, operations)
  local wanted = {}
  local function want(list) for _, name in ipairs(list) do wanted[name] = true end end
  local function chosen(list) return map(list, function(one) return wanted[one.name] and one or nil end) end
  want(part.next)
  for i = #operations, 1, -1 do want(wanted[operations[i].name] and operations[i].words or {}) end
  part.exists, part.inputs, part.operations, part.words = {}, chosen(code.inputs), chosen(operations), chosen(code.words)
  for number in pairs(code.exists) do part.exists[number] = wanted["e" .. number] end
end

-- The parts of a cell's code, each a code: of draws that take none of each other, and last of the next words, from all draws. Nil, if a draw is
-- of another form. A draw's `at` is where in its part's `next` the lanes that care are; its masks follow.
local function parts_of(code, most)
  local operations, after, parts, slots = {}, {}, {}, 0
  for _, operation in ipairs(code.operations) do
    for _, one in ipairs(operation.draws or { operation }) do
      if one.digit or (one.request or 0) > 63 then return nil end
      local takes, level = one.words or { one.care, table.unpack(one.masks) }, 1
      for _, name in ipairs(takes) do level = math.max(level, after[name] or 1) end
      after[one.name], operations[#operations + 1] = level, one
      if one.masks then
        local part = parts[level] or { draws = {}, next = {} }
        parts[level], part.draws[#part.draws + 1] = part, { slot = slots, at = #part.next, request = one.request, row = one.row, masks = #one.masks }
        for _, name in ipairs(takes) do part.next[#part.next + 1] = name end
        after[one.name], operations[#operations], slots = level + 1, { name = one.name, slot = slots }, slots + 1
        most.asked, most.masks, most.slots = math.max(most.asked, #part.next), math.max(most.masks, #one.masks), math.max(most.slots, slots)
      end
    end
  end
  parts[#parts + 1] = { next = code.next }
  for _, part in ipairs(parts) do complete(part, code, operations) end
  return parts
end

-- Sets dag.drawn.together, if it can be: how many words, and the most that is asked at once, of masks and of draws. The kinds of cells have `parts` then.
function draw_together()
  if not (plan.march and plan.by_bits and by_program and draws.words and draws.slots == 0 and program.colouring.q * program.passes == 1) then return end
  local step, most = dag.launches.step, { words = 2 * program.reach * plan.steps_a_launch, asked = 1, masks = 0, slots = 1 }
  local room = (46 * 1024 - 144 * math.max(draws.rows, 1)) // (4 * plan.block * most.words)  -- words of a thread in a block's shared memory
  step.inside.parts, step.edge.parts = parts_of(step.inside, most), parts_of(step.edge, most)
  if not (step.inside.parts and step.edge.parts) or most.asked + most.slots > math.min(room, 63) or most.masks > 15 then return end
  dag.drawn.together, dag.drawn.both, dag.drawn.masks = most, {}, {}
end
