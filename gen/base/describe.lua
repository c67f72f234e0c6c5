-- describe.lua - what the pages that read descriptions have in common, in front of each.
--
-- A page runs in the sandbox of the script that made the table, after it. The script may have changed the globals and what is in
-- them; so a page keeps what it needs in locals before the script runs. Tables of the script have no metatables.

-- From script.c: a value in words; the number of keys of a table, if they are 1, 2, ... alone; the key that a table may not have, of
-- several the first one in the file; what stands before the first zero byte, cut to what messages show; ": did you mean ...?"; the
-- line of a key in the file, of the one in a table's table, and of the one in a list's table of this number; and the failure.
local described, length, unknown, cut, near, line, fail = ...
local ipairs, pairs, select, type = ipairs, pairs, select, type
local byte, format, sub, concat = string.byte, string.format, string.sub, table.concat
local tointeger, huge = math.tointeger, math.huge

local function expected(what, value) return format("expected %s, got %s", what, described(value)) end

local function has_zero(text) return #cut(text, #text) < #text end

local function integer(value) return type(value) == "number" and tointeger(value) or nil end

-- An array of two or three whole numbers as one of its own, or nil.
local function vector(value)
    local count, numbers = length(value), {}
    for i = 1, (count == 2 or count == 3) and count or 0 do numbers[i] = integer(value[i]) end
    return #numbers > 0 and #numbers == count and numbers or nil
end

-- Whether a text is a C identifier of at most so many characters.
local function is_identifier(text, most)
    for i = 1, #text do
        local at = byte(text, i)
        local is_digit = at >= 48 and at <= 57
        local is_letter = at >= 65 and at <= 90 or at >= 97 and at <= 122 or at == 95
        if not is_letter and not (is_digit and i > 1) then return false end
    end
    return #text > 0 and #text <= most
end

-- Fails where a table has another key than these.
local function check_keys(given, names, otherwise)
    local known = {}
    for _, name in ipairs(names) do known[name] = true end
    local key = unknown(given, function(name) return known[name] end)
    if key == nil then return end
    local is_name = type(key) == "string"
    local words = is_name and format("unknown field '%s'", cut(key)) .. near(key, names)
        or "expected a field's name before each value, got " .. described(key)
    fail(is_name and line(key) or otherwise, words .. " (the fields are " .. concat(names, ", ") .. ")")
end
