-- template.lua: makes Lua of templates, and expands them (gen/source/template.h has the rules).

local DEPTH_MAX = 16
local functions, target = {}, nil  -- of each file that was asked for what it is as a function, or false; the folder that is searched first
local pieces, count, depth = {}, 0, 0  -- of the text; how many; sections that the one at work is in

-- Appends a line of strings and integers: a template's line is a call with text and values alternating, the first a text. A value of several
-- lines begins each where the first one's line does.
function put(text, ...)
  local blanks = text:match("^ *")
  local leads = #blanks == #text  -- only blanks so far
  count = count + 1
  pieces[count] = text
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    local piece = type(value) == "string" and value or math.tointeger(value)
    if not piece then
      error(("${} number %d on this line is %s; a string or an integer is wanted"):format((i + 1) // 2, type(value)), 2)
    end
    count = count + 1
    pieces[count] = blanks ~= "" and type(piece) == "string" and piece:gsub("\n", "\n" .. blanks) or piece
    if leads then
      local own = tostring(piece):match("^ *")
      blanks, leads = blanks .. own, own == piece
    end
  end
  count = count + 1
  pieces[count] = "\n"
end

-- Of the template that is made Lua: its name, its lines as parse leaves them, and the number of the one at work.
local file, list, line

local function fail(words) error(("%s:%d: %s"):format(file, line, words), 0) end

-- The call that puts a line of text.
local function put_of(text)
  local dollar = text:find("${", 1, true)
  if not dollar then return (" put %q"):format(text) end
  local made, at = " put(", 1
  while dollar do
    local _, last = text:find("^%b{}", dollar + 1)
    if not last then fail "${ is not closed on its line" end
    made = made .. ("%q, (%s), "):format(text:sub(at, dollar - 1), text:sub(dollar + 2, last - 1))
    at, dollar = last + 1, text:find("${", last + 1, true)
  end
  return made .. ("%q)"):format(text:sub(at))
end

-- How far in a text begins: its blanks, perhaps behind a value that is blanks.
local function indent_of(text)
  local value, blanks = text:match("^(%${%a+})( *)")
  return value and #blanks % 4 == 0 and value .. blanks or text:match("^ *")
end

-- Lua without its comment and what its literals say.
local function bare(control) return (hidden(control):gsub("%-%-.*", "")) end

-- By how much Lua's blocks are deeper behind a control line, and within it at least.
local STEPS = { ["function"] = { 1 }, ["do"] = { 1 }, ["then"] = { 1 }, ["repeat"] = { 1 }, ["else"] = { -1, 1 },
                ["elseif"] = { -1 }, ["end"] = { -1 }, ["until"] = { -1 } }
local function depths_of(control)
  local depth, least = 0, 0
  for word in bare(control):gmatch "[%w_]+" do
    for _, step in ipairs(STEPS[word] or {}) do depth, least = depth + step, math.min(least, depth + step) end
  end
  return depth, least
end

-- A line: indent; control, its Lua, if it has any, and the column that this begins in; text, in a control line what stands behind a condition
-- or loop, or `holds`, whether lines behind it are its block; continues, whether its text is of the same condition as that before; head, of
-- text that ends in "=>" what stands before, and a comment behind that; opens, what is put behind the text.
local function parse(text)
  local blanks, control = text:match("^( *)%$(.*)")
  local column = control and control:find("%S") and #blanks + control:find("%S")
  if not control or control:byte() == 123 then  -- ${
    blanks, control, column = "", nil, nil
  else
    local condition, own = control:match("^(.-) | (.*)$")
    local continues = condition and not condition:find("%S")
    local has_own = continues or condition and (condition:find("then$") or condition:find("else$") or condition:find(" do$"))
    if not has_own then
      local lua = control:sub(1, #bare(control))
      local holds = lua:match("^(.*) => *$")
      return { control = holds or lua, holds = holds, indent = blanks, column = lua:find("%S") and column }
    end
    control, text, column = condition, blanks .. own, not continues and column or nil
  end
  local one = { control = control, text = text, indent = indent_of(text), column = column, continues = control and not column }
  local head, comment = text:match("^(.+) =>(.*)$")
  local owner, expression = text:match("^([^ ].-%)) => (.+)$")
  if head and (comment == "" or comment:find("^  //")) then
    one.head, one.comment = head, comment
  elseif owner then
    one.text, one.indent, one.opens = owner, "", put_of("{") .. put_of("    return " .. expression .. ";") .. put_of("}")
  end
  return one
end

-- Whether a line is further in than a block; nil where that is not known: of an empty line, a directive, one whose blanks are another value.
local function is_within(one, indent)
  local value, blanks = indent:match("^(.-)( *)$")
  if not one.text then return #one.indent > #blanks end
  if one.text == "" or one.text:find("^#") or not one.indent:find("^%s*$", #value + 1) or one.indent:sub(1, #value) ~= value then return nil end
  return #one.indent > #indent
end

-- The last line of the block of head i: the last one that is further in, or the end of what Lua begins there. What a Lua function prints that is
-- defined there, but not further in, is no part of it.
local function last_of(i, indent)
  local depth, function_depth, last, opens = 0, math.huge, nil, false
  for j = i + 1, #list do
    local one = list[j]
    local within = j == i + 1 and one.control or is_within(one, indent)
    if depth + one.least < 0 or one.text and within == false then break end
    if not within and one.control and one.control:find("^ *local function") then function_depth = math.min(function_depth, depth) end
    opens = opens or depth <= function_depth and within
    for ends = 0, one.ended do
      depth = depth + (ends == 0 and one.depth or -1)
      if depth <= function_depth then function_depth = math.huge end
      if opens and depth == 0 then last, opens = j, false end
    end
  end
  if not last or opens then fail "what is further in is wanted behind =>" end
  return last
end

-- The last line of the block of Lua that control line i holds: before the next one that is no further in, but for its else. Nil where it holds
-- text: where no control line that is further in stands first.
local function last_of_lua(i)
  local one, first, last = list[i], i + 1, i + 1
  while list[first] and list[first].control and not list[first].column do first = first + 1 end
  if not list[first] or not one.control:find("function[%w_. ]*%([^()]*%)$") and (list[first].column or 0) <= one.column then return nil end
  while list[last + 1] do
    local column = list[last + 1].column or math.huge
    if column < one.column or column == one.column and not list[last + 1].control:find("^ *else") then break end
    last = last + 1
  end
  return last
end

-- Ends such a block, and the call that a function is an argument of.
local function enclose_lua(one)
  local _, opened = bare(one.control):gsub("%(", "")
  local _, closed = bare(one.control):gsub("%)", "")
  local last = list[one.last]
  last.closes, one.ends = one.ends .. (")"):rep(opened - closed) .. (last.closes or ""), ""
end

-- Ends the condition or loop of line i, which is of the comment and the line behind it and of what is further in than that.
local function hold(i)
  local first = i + 1
  while list[first] and list[first].text and list[first].text:find("^ *//") do first = first + 1 end
  local one, next = list[first], list[first + 1]
  if not one or one.depth ~= 0 then fail "a line of text or a call is wanted behind =>" end
  list[i].last = not one.control and next and is_within(next, one.indent) and last_of(first, one.indent) or first
  local behind = list[list[i].last + 1]
  if behind and (behind.column or 0) > list[i].column then fail "text and then $ further in behind =>: Lua first, or an end" end
  enclose_lua(list[i])
end

-- Puts braces around the block of head i; what a function returns may be an expression.
local function enclose(i)
  local head = list[i]
  local is_function = head.head:find("%)$") and (head.indent == "" or head.head:gsub("%b()", ""):find(")", 1, true))
  local indent, name = is_function and "" or head.indent, head.head:match("^ *typedef struct .-([^ ]+)$")
  local last = last_of(i, indent)
  local only, after = list[i + 1], list[last + 1]
  if head.continues and not list[last].continues then fail "the block of a head => on a line with $ | is wanted on such lines" end
  head.text = is_function and head.head or head.head .. " {" .. head.comment
  head.opens = is_function and put_of("{" .. head.comment) or ""
  if is_function and last == i + 1 and not only.control and not only.head and not only.text:find(";", 1, true) then
    only.text = "    return " .. only.text:match("^ *(.*)") .. ";"
  end
  if after and not after.control and after.text:sub(1, #indent + 4) == indent .. "else" then
    after.text = indent .. "} " .. after.text:sub(#indent + 1)
    after.head = after.head and indent .. "} " .. after.head:sub(#indent + 1)
  else
    list[last].closes = put_of(indent .. (name and "} " .. name .. ";" or "}")) .. head.ends .. (list[last].closes or "")
    head.ends = ""
  end
end

-- The text of a template as Lua (of those in the program gen/source/embed.lua asks), line by line so that line numbers stay. A text behind
-- conditions and loops ends them, unless the next line is its else.
function lua_of(text, name)
  local made = lines(text)
  file, list = name:sub(2), {}
  for i = 1, #made do
    line = i
    list[i] = parse(made[i])
    list[i].ended = 0  -- blocks of Lua that end behind it
    if list[i].continues and not (i > 1 and list[i - 1].text and list[i - 1].control) then fail "a condition or loop with a text is wanted before" end
  end
  for i, one in ipairs(list) do
    local control, last, opened = one.control or "", i, 0
    while list[last + 1] and list[last + 1].continues do last = last + 1 end
    local next = list[last + 1]
    local goes_on = control:find("then$") and next and next.text and (next.control or ""):find("^ *else")
    if (one.text or one.holds) and not goes_on then opened = depths_of(control) + (control:find("^ *else") and 1 or 0) end
    line = i
    if one.holds and opened < 1 and not goes_on then fail "a condition, a loop or a function is wanted before =>" end
    one.ends = (" end"):rep(opened)
    one.last = one.holds and last_of_lua(i) or one.text and opened > 0 and last > i and last
    one.depth, one.least = depths_of(one.last and control or control .. one.ends)
    if one.last then list[one.last].ended = list[one.last].ended + opened end
  end
  for i, one in ipairs(list) do
    line = i
    if one.last then enclose_lua(one) end
    if one.holds and not one.last then hold(i) elseif one.head then enclose(i) end
    one.put = one.text and put_of(one.text) or ""
  end
  for i, one in ipairs(list) do
    made[i] = (one.control or "") .. one.put .. (one.opens or "") .. one.ends .. (one.closes or "")
  end
  return table.concat(made, "\n") .. "\n"
end

-- The file at a path as a function; false where there is none.
local function function_of(path)
  if functions[path] == nil then
    local made, name = text_of(path)  -- without a name it is a function
    functions[path] = name and compile(lua_of(made, name), name) or made or false
  end
  return functions[path]
end

-- Expands another template here, whose `...` is the rest; its value is what that returns.
function section(name, ...)
  name, depth = tostring(name), depth + 1
  if depth > DEPTH_MAX then error(("section %q: more than %d sections deep"):format(name, DEPTH_MAX), 2) end
  local places = contains(name, "/") and { "" } or { target .. "/", "shared/" }
  local expand = function_of(places[1] .. name .. ".in") or places[2] and function_of(places[2] .. name .. ".in")
  if not expand then error(("section %q: no such template for target %s"):format(name, target), 2) end
  local value = expand(...)
  depth = depth - 1
  return value
end

-- The text of the template at a path, as it is emitted (text.lua).
function expanded(path, folder, own)
  target, pieces, count, depth = folder, {}, 0, 0
  local expand = function_of(path)
  if not expand then error(("templates/%s: no such template"):format(path), 0) end
  expand()
  return finished(table.concat(pieces), own)
end
