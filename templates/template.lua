-- template.lua: makes Lua of templates, and expands them (gen/source/template.h has the rules).

local DEPTH_MAX = 16
local functions, target = {}, nil  -- of each file that was asked for what it is as a function, or false; the folder that is searched first
local pieces, count, depth = {}, 0, 0  -- of the text; how many; sections that the one at work is in

-- Appends a line of strings and integers: a template's line is a call with text and values alternating, the first a text. A value of several
-- lines begins each where the first one's line does.
function put(text, ...)
  local blanks = text:match("^ *")
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
  end
  count = count + 1
  pieces[count] = "\n"
end

-- Of the template that is made Lua: its name, its lines, what stands before the "=>" that ends one, and the number of the one at work. A line
-- before a "=>" is the head of a function, at the left margin, of a type, or of a loop or condition.
local file, list, heads, line

local function fail(words) error(("%s:%d: %s"):format(file, line, words), 0) end

-- The call that puts a line of text.
local function put_of(text)
  local dollar = text:find("${", 1, true)
  if not dollar then return ("put %q"):format(text) end
  local made, at = "put(", 1
  while dollar do
    local _, last = text:find("^%b{}", dollar + 1)
    if not last then fail "${ is not closed on its line" end
    made = made .. ("%q, (%s), "):format(text:sub(at, dollar - 1), text:sub(dollar + 2, last - 1))
    at, dollar = last + 1, text:find("${", last + 1, true)
  end
  return made .. ("%q)"):format(text:sub(at))
end

local function is_function(head) return head:find("^[^ ].*%)$") and not head:find("^%${%a+} *%l+ %(") end

local function indent_of(text) return text:match("^%${%a+} *") or text:match("^ *") end

-- The calls that close all braces that stand open before line i, of a type with its name. The line has `indent`, or that of a call is none.
local function closed(i, indent)
  local calls = ""
  while heads[i - 1] do
    i = i - 1
    indent = indent and indent:sub(1, -5)
    local name = heads[i]:match("^ *typedef struct .-([^ ]+)$")
    calls = calls .. " " .. put_of((indent or indent_of(heads[i])) .. "}" .. (name and " " .. name .. ";" or ""))
  end
  return calls
end

-- The calls that put line i, of text. Of "head =>" they open the braces of the expression, which a function returns, or statement that follows;
-- a statement closes all that stand open.
local function text_of_line(i)
  local text, head, before = list[i], heads[i], heads[i - 1]
  if head then return is_function(head) and put_of(head) .. ' put "{"' or put_of(head .. " {") end
  local owner, expression
  if before and not text:find(";", 1, true) then
    owner, expression = "", text:match("^ *(.*)")
  elseif text:find(") => ", 1, true) then
    owner, expression = text:match("^([^ ].-%)) => (.+)$")
  end
  if owner then
    return (owner == "" and "" or put_of(owner) .. ' put "{" ') .. put_of("    return " .. expression .. ";") .. ' put "}"'
  end
  return put_of(text) .. closed(i, indent_of(text))
end

-- A control line's indent, its Lua, and the text that it has behind a condition or loop; nil of a line of text.
local function control_of(text)
  local indent, control = text:match("^( *)%$(.*)")
  if not control or control:byte() == 123 then return nil end  -- ${
  local at = control:find(" | ", 1, true)
  local head = at and control:sub(1, at - 1)
  if head and (head:find("then$") or head:find("else$") or head:find(" do$")) then return indent, head, control:sub(at + 3) end
  return indent, control
end

-- The text of a template as Lua (of those in the program gen/source/embed.lua asks), line by line so that line numbers stay. A text behind a condition ends it, unless the next line is its else.
function lua_of(text, name)
  local made = {}
  file, list, heads = name:sub(2), lines(text), {}
  for i = 1, #list do
    line, heads[i] = i, list[i]:byte(-1) == 62 and list[i]:match("^(.+) =>$")  -- >
    local indent, control, own = control_of(list[i])
    local _, next, others = control_of(list[i + 1] or "")
    local goes_on = own and others and next:find("^ *else")
    local put = own and put_of(indent .. own) or not control and text_of_line(i)
    made[i] = own and control .. " " .. put .. (goes_on and "" or " end") or put or control
    if control and heads[i - 1] then
      if goes_on or not own and not control:find('^ *[%w_.]+[ (]?["(]') then fail "a line of text or a call is wanted behind =>" end
      made[i] = made[i] .. closed(i, own and indent_of(indent .. own))
    end
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
