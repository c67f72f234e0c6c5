-- template.lua: how templates are expanded (gen/source/template.h has the rules), whose text template.c makes Lua of.

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
