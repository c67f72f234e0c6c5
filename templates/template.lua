-- template.lua: makes Lua of templates (gen/source/template.h has the rules) and expands them.

local DEPTH_MAX = 16
local functions, target = {}, nil  -- of each file that was asked for what it is as a function, or false; the folder that is searched first
local pieces, count, depth = {}, 0, 0  -- of the text; how many; sections that the one at work is in

-- Appends a line of strings and integers: a template's line is a call with text and values in turn.
function put(...)
  local values = { ... }
  for i = 1, select("#", ...) do
    local value = values[i]
    local piece = type(value) == "string" and value or math.tointeger(value)
    if not piece then
      error(("${} number %d on this line is %s; a string or an integer is wanted"):format(i // 2, type(value)), 2)
    end
    count = count + 1
    pieces[count] = piece
  end
  count = count + 1
  pieces[count] = "\n"
end

-- The call that puts a line of text; nil where a ${ is not closed on it. Braces inside an expression must pair.
local function putting(line)
  local values, at, dollar = {}, 1, line:find("${", 1, true)
  while dollar do
    local expression = line:match("^%b{}", dollar + 1)
    if not expression then return nil end
    values[#values + 1] = ("%q, (%s), "):format(line:sub(at, dollar - 1), expression:sub(2, -2))
    at = dollar + 1 + #expression
    dollar = line:find("${", at, true)
  end
  return ("put(%s%q)"):format(table.concat(values), line:sub(at))
end

-- The text of a template as Lua, line by line so that line numbers stay.
local function as_lua(text, name)
  local made = {}
  for number, line in ipairs(lines(text)) do
    local indent, control = line:match("^( *)%$(.*)")
    if control and control:find("^{") then control = nil end
    local head, body = (control or ""):match("^(.-) | (.*)")  -- what stands behind a condition or loop
    if body and not (head:find("then$") or head:find(" do$")) then body = nil end
    local put_line = (body or not control) and putting(body and indent .. body or line)
    if put_line == nil then error(("%s:%d: ${ is not closed on its line"):format(name:sub(2), number), 0) end
    made[number] = (body and ("%s %s end"):format(head, put_line) or control or put_line) .. "\n"
  end
  return table.concat(made)
end

-- The file at a path as a function; false where there is none.
local function function_of(path)
  if functions[path] == nil then
    local text, name = text_of(path)
    functions[path] = text ~= nil and compile(as_lua(text, name), name)
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
