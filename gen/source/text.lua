-- text.lua: what becomes of an expanded text: lines that are too long are broken where a person would break them, of empty ones a single one
-- stays, and of a text that is compiled beside others the names are made its own.

local COLUMNS, CODE_INDENT, BLOCK_INDENT, COMMAND_INDENT = 118, 4, 8, 4

-- Whether a text has these words; a list of its lines; and so many blanks.
function contains(text, words) return text:find(words, 1, true) ~= nil end

function lines(text)
  local list, begin = {}, 1
  while begin <= #text do
    local at = text:find("\n", begin, true) or #text + 1
    list[#list + 1], begin = text:sub(begin, at - 1), at + 1
  end
  return list
end

function spaces(count) return (" "):rep(count) end

local function blanks(line) return #line:match("^ *") end

-- Where the words of a comment begin, counted in bytes before them as all places here.
local function comment_prefix(line) return #line:match("^ *// *") end

-- The text with underscores for what its literals say, as long as before.
function hidden(text)
  local function blank(quote, says) return quote .. ("_"):rep(#says) .. quote end
  return (text:gsub("\\.", "__"):gsub("([\"'])(.-)%1", blank))
end

-- A comment is broken at a blank, within a word that is as long as a line behind a comma or slash, or where the line ends.

-- The last blank between words, the second of which begins so, that leaves a line of COLUMNS bytes, behind `from`; or `from`.
local function gap(text, from, word)
  for at = COLUMNS, from + 1, -1 do
    if text:find("^[^ ] [^ ]", at) and text:sub(at + 2, at + 1 + #word) == word then return at end
  end
  return from
end

-- Where a word that is as long as a line goes on: behind its last comma or slash that fits, or at the line's end, where no character of
-- several bytes is cut.
local function seam(text, from)
  local at, last = COLUMNS, COLUMNS
  while at > from and not text:find("^[,/]", at) do at = at - 1 end
  while last + 4 > COLUMNS and text:find("^[\x80-\xbf]", last + 1) do last = last - 1 end
  return at > from and at or last
end

-- What of the line fits, and what is left over, which begins as the line does, `inner` blanks behind the slashes, with such a word where
-- there is one in time.
local function cut(line, inner, word)
  local prefix = comment_prefix(line)
  local at = gap(line, prefix, word)
  if at == prefix then at = gap(line, prefix, "") end
  local is_blank = at > prefix
  if not is_blank then at = seam(line, prefix) end
  return line:sub(1, at), spaces(blanks(line)) .. "//" .. spaces(inner) .. line:sub(at + (is_blank and 2 or 1))
end

-- Whether a comment's line ends within a sentence that the next one takes up.
local function goes_on(line, next)
  local prefix = blanks(line) + 3
  return not line:find("[.:]$") and comment_prefix(line) == prefix and next:sub(1, prefix) == line:sub(1, prefix)
         and next:find("^[^ ]", prefix + 1) ~= nil
end

-- Folds comment number i of the lines, and lines behind it that take up what is left over. A command goes on further in, at an option.
-- Returns the number of the last one that it took.
local function fold_comment(list, i, add)
  local line, prefix = list[i], comment_prefix(list[i])
  local is_command = line:find("^nbbgen ", prefix + 1) ~= nil
  local inner = prefix - blanks(line) - 2 + (is_command and COMMAND_INDENT or 0)
  while #line > COLUMNS and comment_prefix(line) < COLUMNS // 2 do
    local head
    head, line = cut(line, inner, is_command and "--" or "")
    add(head)
    if #line <= COLUMNS and list[i + 1] and goes_on(list[i], list[i + 1]) then
      i = i + 1
      line = line .. " " .. list[i]:sub(prefix + 1)
    end
  end
  add(line)
  return i
end

-- Code is broken in the outermost parentheses that a break in the line's later part can be in, behind a comma or before an operator, else
-- behind an opening parenthesis. It goes on four blanks further in, or eight where the line opens a block. A directive's lines end in a
-- backslash. A comment behind code moves to a line above it.

-- How bad a break is, among those in as many parentheses: at a comma, a semicolon, "&&", "||", "?" or ":"; at an operator, or behind "=";
-- at a factor; and worse than any other, between any two tokens. Where there is none, two literals are made of one.
local AT_COMMA, AT_OPERATOR, AT_FACTOR, AT_BLANK, COUNT = 0, 1, 2, 3, 5
local WORSE = 1 << 16

local EQUALS, OPENING, CLOSING = ("="):byte(), ("{"):byte(), ("}"):byte()

-- Of the blank that is byte `at`.
local function badness_of(code, at)
  local after, third = code:byte(at + 1, at + 2)
  local is_pair = after == third
  local is_binary = code:find("^ ", at + ((is_pair or third == EQUALS) and 3 or 2)) ~= nil
  if code:find("^[,;]", at - 1) or code:find("^[?:]", at + 1) or is_pair and code:find("^[&|]", at + 1) then return AT_COMMA end
  if at > 2 and code:find("^[^=!<>]=", at - 2) then return AT_OPERATOR end
  if not is_binary or after == EQUALS and not is_pair then return AT_BLANK end
  return code:find("^[*/%%]", at + 1) and AT_FACTOR or code:find("^[-+&|^<>=!]", at + 1) and AT_OPERATOR or AT_BLANK
end

-- The best place up to byte `most`: how much is before it, and whether it is in a literal; nil where there is none. A blank behind it goes
-- unless it is in a literal. A later place is taken if it is as good; one in the line's first half is worse than one two parentheses further in.
local function find_break(code, most)
  local bare, best, least, opened, depth = hidden(code), nil, math.huge, nil, 0  -- opened: behind a parenthesis
  for at, mark in bare:gmatch "()([][ (){}])" do
    if at > most + 1 then break end
    if mark ~= " " then
      if at <= most and bare:find("^%([^)]", at) then opened = at end
      depth = depth + (mark:find("[[({]") and 1 or -1)
    elseif at > 1 and at + 1 < #code then
      if depth == 0 and code:find("^%) %a", at - 1) then return at - 1, false end  -- what a head in parentheses is of: a function, a statement
      local cost = depth * COUNT + (at <= COLUMNS // 2 and 2 * COUNT or 0)
      local how = cost <= least and badness_of(code, at) or 0
      cost = cost + how + (how == AT_BLANK and WORSE + 2 * depth * COUNT or 0)
      if cost <= least then best, least = at - 1, cost end
    end
  end
  for at = best and 0 or most - 1, 1, -1 do
    if code:find("^ ", at) and bare:find("^__", at) then return at, true end
  end
  return best or opened, false
end

local function fold_code(code, indent, add)
  local is_macro = code:find("^#") or code:find("\\$")
  local most, inner = COLUMNS - (is_macro and 2 or 0), indent + (code:find("{$") and BLOCK_INDENT or CODE_INDENT)
  while indent + #code > COLUMNS do
    local at, in_string = find_break(code, most - indent)
    if not at then break end
    add(spaces(indent) .. code:sub(1, at) .. (in_string and '"' or "") .. (is_macro and " \\" or ""))
    code = in_string and '"' .. code:sub(at + 1) or code:match("^ *(.*)", at + 1)
    indent = inner
  end
  add(spaces(indent) .. code)
end

-- How much of a line is code, before the comment behind it.
local function code_length(line) return (hidden(line):find("//", 1, true) or #line + 1) - 1 end

local function fold(text)
  local list, folded, closes, i = lines(text), {}, false, 1  -- closes: whether the line before ends a function, a type or a table
  local function add(line) folded[#folded + 1] = line end
  while list[i] do
    local line = list[i]
    if closes and line ~= "" then add "" end
    closes = line:byte() == CLOSING and line:byte(-1) ~= OPENING
    local length = #line > COLUMNS and line:find("[^ ]") and code_length(line)
    local indent = length and blanks(line)
    if line == "" and #folded > 1 and folded[#folded] == "" then
      -- a section that ends with what a condition left out, before one that begins so
    elseif not length then
      add(line)
    elseif length == indent then
      i = fold_comment(list, i, add)
    else
      if length < #line then fold_comment({ spaces(indent) .. line:sub(length + 1) }, 1, add) end
      fold_code(line:sub(indent + 1, length):match("^(.-) *$"), indent, add)
    end
    i = i + 1
  end
  add ""
  return table.concat(folded, "\n")
end

-- What is known of a text once it is whole: the names that are its own, and whether it is linked with -lm.
--
-- A text of kernels alone may be included beside others. Each of its names that begins with nbb_ is made one that begins with the plan's by
-- a definition ahead of it, "#define nbb_mix NBB_OWN(nbb_mix)", which is the same in all texts; macros are undefined behind it. Both places
-- are comments that the templates print, as is the compiler's command.
local NAMES, MACROS, COMMAND = "// Names of what follows.\n", "// No macro of these stays.\n", "//   cc [^\n]*"
local OF_LIBM = { sqrt = true, exp = true, log = true, pow = true, sin = true, cos = true, tanh = true, floor = true }

-- Without literals and comments, which have no names.
local function plain(text)
  local code = lines(text)
  for i, line in ipairs(code) do code[i] = hidden(line:sub(1, code_length(line))) end
  return table.concat(code, " ")
end

-- A line for each of the names that a pattern finds, once each, but for those that begin with `but`.
local function each_name(code, pattern, but, form)
  local texts, found = {}, {}
  for name in code:gmatch(pattern) do
    if not found[name] and name:sub(1, #but) ~= but then texts[#texts + 1] = form:format(name, name) end
    found[name] = true
  end
  return table.concat(texts)
end

local function with_names(text, own)
  local _, names = text:find(NAMES, 1, true)
  local _, macros = text:find(MACROS, names or 1, true)
  local code, calls_math = plain(text:sub((names or 0) + 1)), false
  for name in code:gmatch "%f[%w_](%l+)%(" do calls_math = calls_math or OF_LIBM[name] or OF_LIBM[name:match("^(.*)f$")] end
  if names and macros then
    local defined = each_name(code, "%f[%w_]nbb_[%w_]*", own, "#define %s NBB_OWN(%s)\n")
    local undefined = each_name(code, "#define ([%w_]+)", " ", "#undef %s\n")
    text = text:sub(1, names) .. defined .. text:sub(names + 1, macros) .. undefined .. text:sub(macros + 1)
  end
  return calls_math and text:gsub(COMMAND, "%0 -lm", 1) or text
end

-- The text as it is emitted; `own`: what its kernels' names begin with, of a text whose names are made its own.
function finished(text, own)
  text = fold(text)
  return own and with_names(text, own) or text
end
