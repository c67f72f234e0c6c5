-- template.lua: what a template is as Lua, line by line so that line numbers stay, and how it is expanded (gen/source/template.h has the rules).

local DEPTH_MAX = 16
local functions, target = {}, nil  -- of each file that was asked for what it is as a function, or false; the folder that is searched first
local pieces, depth = {}, 0        -- of the text; sections that the one at work is in

-- Appends strings and integers to the text. A template's lines call it with text and values in turn.
function put(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    local piece = type(value) == "string" and value or math.tointeger(value)
    if not piece then
      error(("${} number %d on this line is %s; a string or an integer is wanted"):format(i // 2, type(value)), 2)
    end
    pieces[#pieces + 1] = piece
  end
end

-- The call that puts a line of text. Braces inside a ${} must pair.
local function put_of(line, name, number)
  local call, at, open = "put(", 1, line:find("${", 1, true)
  while open do
    local expression, behind = line:match("^(%b{})()", open + 1)
    if not expression then error(("%s:%d: ${ is not closed on its line"):format(name:sub(2), number), 0) end
    call = call .. ("%q, (%s), "):format(line:sub(at, open - 1), expression:sub(2, -2))
    at, open = behind, line:find("${", behind, true)
  end
  return call .. ("%q, \"\\n\")"):format(line:sub(at))
end

-- A control line is kept, but for text that stands behind its condition or loop, "then | ".
local function line_of(line, name, number)
  local blanks, control = line:match("^( *)%$(.*)")
  if not control or control:find("^{") then return put_of(line, name, number) end
  local bar = control:find(" | ", 1, true)
  local head = control:sub(1, bar)
  if not bar or not (head:find("then $") or head:find(" do $")) then return control end
  return head .. put_of(blanks .. control:sub(bar + 3), name, number) .. " end"
end

-- The file at a path as a function; false where there is none.
local function function_of(path)
  if functions[path] == nil then
    local text, name = text_of(path)
    local number, last = 0, text and text:find("[^\n]$", -1) and "\n" or ""
    local function made_of(line)
      number = number + 1
      return line_of(line, name, number) .. "\n"
    end
    functions[path] = text ~= nil and compile((text .. last):gsub("([^\n]*)\n", made_of), name)
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
  target, pieces, depth = folder, {}, 0
  local expand = function_of(path)
  if not expand then error(("templates/%s: no such template"):format(path), 0) end
  expand()
  return finished(table.concat(pieces), own)
end
