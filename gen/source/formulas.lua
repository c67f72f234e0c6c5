-- formulas.lua: boolean functions of three words, tables of eight bits, as formulas (gen/code/code.h), and code that is made of them.

local WORDS = { 0xaa, 0xcc, 0xf0 }  -- the words as tables
local is_literal = {}               -- words and their complements
for _, word in ipairs(WORDS) do is_literal[word], is_literal[0xff ~ word] = true, true end

-- The last operation of a table's formula, "~", "&", "|", "^" or a word's number, from 1; and the tables that it joins.
local function last_of(table)
  local operation, left, right = formulas:byte(3 * table + 1, 3 * table + 3)
  local item = string.char(operation)
  return tonumber(item) and tonumber(item) + 1 or item, left, right
end

-- A table's formula as a list of such items, each an operation of what the last ones make.
function formula_of(table, items)
  local list, item, left, right = items or {}, last_of(table)
  if type(item) == "string" then formula_of(left, list) end
  if type(item) == "string" and item ~= "~" then formula_of(right, list) end
  list[#list + 1] = item
  return list
end

-- As last_of, but where a word selects among the others in a table of all three: what stands where it is 1, or where it is 0, without the word.
local function selection(table)
  for i, word in ipairs(WORDS) do
    local shift, one, zero = 1 << i - 1, table & word, table & ~word
    local with, without = one | one >> shift, zero | zero << shift
    if is_literal[with] and is_literal[without] and with ~= without and with ~ without ~= 0xff then return "|", word & with, ~word & without end
  end
  return last_of(table)
end

-- A table as C beside an operator `joint`, "" for none: in parentheses if its last operation, which split(table) tells, is another one, or where
-- `joint` is "()" each operation; word(i, joint) spells a word. Of two tables a complement `stands_last`, or as it stands.
local function table_text(table, joint, word, split, stands_last)
  local item, left, right = split(table)
  if type(item) == "number" then return word(item, joint) end
  local inner = joint == "()" and joint or item
  if item == "~" then return "~" .. table_text(left, inner, word, split, stands_last) end
  if stands_last and last_of(left) == "~" then left, right = right, left end
  local text = table_text(left, inner, word, split, stands_last) .. " " .. item .. " " .. table_text(right, inner, word, split, stands_last)
  return (joint == "" or joint == item) and text or "(" .. text .. ")"
end

-- A table of words by name as C: of several operations in parentheses, or where `all` is true each.
function formula_text(table, words, all)
  return table_text(table, all and "()" or "", function(i) return words[i] end, last_of)
end

-- A function of words by name as one expression of C, "two & (self | ~one) & ~four". A complement stands last.
function function_text(of, words)
  local nodes, constants = of.code.nodes, { [0] = "0u", "~0u" }
  local function text_of(value, joint)
    local node = nodes[value]
    if node.kind ~= "logic" then return constants[value] or words[node.number + 1] end
    return table_text(node.table, joint, function(i, beside) return text_of(node[i], beside) end, #node == #WORDS and selection or last_of, true)
  end
  return text_of(of.value, "")
end
