-- describe.lua - what the pages that read descriptions have in common, in front of each.
--
-- A page runs in the sandbox of the script that made the table, after it. The script may have changed the globals and what is in
-- them; so a page keeps what it needs in locals before the script runs. Tables of the script have no metatables.

-- From script.c: a table's keys, in no order; what stands before the first zero byte, cut to what messages show; ": did you mean
-- ...?"; the line of a key in the file, of the one in a table's table, and of the one in a list's table of this number, and its
-- byte; and the failure.
local keys, cut, near, line, fail = ...
local ipairs, pairs, select, tostring, type = ipairs, pairs, select, tostring, type
local byte, format, sub, concat = string.byte, string.format, string.sub, table.concat
local kind, tointeger, huge = math.type, math.tointeger, math.huge

-- A value in words.
local function described(value)
    if type(value) == "number" then -- a nan may have a sign
        return "the number " .. (kind(value) == "integer" and tostring(value) or value ~= value and "nan" or format("%.14g", value))
    end
    return type(value) == "string" and format("the string \"%s\"", cut(value)) or value == nil and "nothing" or "a " .. type(value)
end

-- The number of keys of a table if they are 1, 2, ... alone. Lua's own length of a table with holes differs from run to run.
local function length(value)
    local all, last = type(value) == "table" and keys(value), 0
    for _, key in ipairs(all or {}) do
        if kind(key) ~= "integer" or key < 1 then return nil end
        last = key > last and key or last
    end
    return all and #all == last and last or nil
end

-- The key of a table that is no string for which `known` holds, of several the one that stands first in the file; then numbers come
-- before strings. Keys of other types are all alike in a message.
local function unknown(given, known)
    local first, place
    for _, key in ipairs(keys(given)) do
        local is_name, at = type(key) == "string", huge
        if not (is_name and known(key)) then
            if is_name then at = select(2, line(key)) or huge end
            local is_alike = at == place and type(key) == type(first) and (is_name or kind(key))
            if first == nil or at < place or at == place and type(key) < type(first) or is_alike and key < first then
                first, place = key, at
            end
        end
    end
    return first
end

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
