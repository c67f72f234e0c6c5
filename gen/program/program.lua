-- program.lua - reads the table of a program: its fields by shape, not yet understood.

-- The shapes that a value may have, in words; of arrays and of tables by name.
local words = {
    text = "a string",
    texts = "an array of strings",
    named_texts = "a table of strings by name",
    named_numbers = "a table of numbers by name",
    offsets = "an array of offsets { dx, dy } or { dx, dy, dz }",
    lists = "a table of such lists by name",
    tables = "a table of arrays of numbers by name",
    lets = "a table of strings by name, as { half = \"T / 2\", [\"eq(w, c)\"] = \"w * c\" }",
}
local is_array = { texts = true, offsets = true }

-- The fields, and the shapes of each.
local fields = {
    { "state", "named_texts", is_needed = true },
    { "bonds", "named_texts" },
    { "neighbours", "text", "offsets", "lists" },
    { "order", "text" },
    { "param", "named_numbers" },
    { "const", "tables" },
    { "let", "lets" },
    { "global", "named_texts" },
    { "schedule", "named_texts" },
    { "require", "texts" },
    { "init", "text", "named_texts" },
    { "update", "text", "texts", is_needed = true },
    { "observe", "named_texts" },
    { "average", "texts", "named_texts" },
    { "stop", "text" },
    { "exchange", "named_texts" },
}
local limits, begins -- of program.c; the line of the program

-- Fails where a field is wrong, or what has a name in it.
local function refuse(field, name, ...)
    fail(line(field, name) or begins, field .. (name and "." .. name or "") .. ": " .. format(...))
end

local function refuse_type(field, name, what, value) refuse(field, name, "%s", expected(what, value)) end

local function read_text(field, name, value)
    if type(value) ~= "string" then refuse_type(field, name, "a string", value) end
    if has_zero(value) then refuse(field, name, "holds a zero byte") end
    if #value > limits.text then
        refuse(field, name, "a text of %d bytes; at most %d are taken", #value, limits.text)
    end
    return { text = value }
end

local function read_number(field, name, value)
    if type(value) ~= "number" then refuse_type(field, name, "a number", value) end
    if value ~= value or value == huge or value == -huge then refuse_type(field, name, "a finite number", value) end
    return { number = value }
end

local function read_offset(field, name, value)
    local items = vector(value)
        or refuse_type(field, name, "two or three whole numbers, { dx, dy } or { dx, dy, dz }", value)
    for axis, number in ipairs(items) do items[axis] = { number = number } end
    return { list = items }
end

local function read_array(field, name, value, most, read)
    local items, count = {}, length(value)
    if count > most then refuse(field, name, "has more than %d items", most) end
    for i = 1, count do items[i] = read(field, name, value[i]) end
    return items
end

local function read_offsets(field, name, value) return read_array(field, name, value, limits.offsets, read_offset) end

local readers = { named_texts = read_text, lets = read_text, named_numbers = read_number, offsets = read_offsets }

function readers.text(field, name, value) return { read_text(field, name, value) } end

function readers.texts(field, name, value) return read_array(field, name, value, limits.items, read_text) end

function readers.lists(field, name, value)
    if type(value) == "string" then return read_text(field, name, value) end
    if not length(value) then
        refuse_type(field, name, "a list's name or an array of offsets { dx, dy } or { dx, dy, dz }", value)
    end
    return { list = read_offsets(field, name, value) }
end

function readers.tables(field, name, value)
    if (length(value) or 0) == 0 then refuse_type(field, name, "an array of numbers", value) end
    return { list = read_array(field, name, value, limits.numbers, read_number) }
end

-- The items of a table, in the order of their names; program_checker.c reads those of named expressions.
local function read_named(field, shape, value)
    local items = {}
    local key = unknown(value, function(name)
        return shape == "lets" and #name > 0 and #name <= limits.text or is_identifier(name, limits.name)
    end)
    if type(key) == "string" then
        refuse(field, nil, "'%s' cannot be a name: names are C identifiers of at most %d characters", cut(key), limits.name)
    elseif key ~= nil then
        refuse(field, nil, "expected a name before each value, got %s", described(key))
    end
    for name in pairs(value) do
        if #items == limits.items then refuse(field, nil, "has more than %d items", limits.items) end
        items[#items + 1] = name
    end
    for i, name in ipairs(items) do
        items[i] = readers[shape](field, name, value[name])
        items[i].name = name
    end
    return items
end

-- Whether a value may be of a shape. An empty table is an array, and has no names either.
local function fits(value, shape)
    if shape == "text" or type(value) ~= "table" then return shape == "text" and type(value) == "string" end
    local count = length(value)
    return is_array[shape] and count ~= nil or not is_array[shape] and (count or 0) == 0
end

-- The items of a value by the first shape of the field's that it may be of.
local function read_field(field, value)
    local name, what = field[1], {}
    for i = 2, #field do
        local shape = field[i]
        if fits(value, shape) then
            if shape == "text" or is_array[shape] then return readers[shape](name, nil, value) end
            return read_named(name, shape, value)
        end
        what[#what + 1] = words[shape]
    end
    refuse_type(name, nil, concat(what, " or "), value)
end

-- For program.c: each field's name and list of items. An item has the text, number or list that it is, and its name.
return function(given, _, _, line_of_call, most)
    local names, read = {}, {}
    limits, begins = most, line_of_call
    for i, field in ipairs(fields) do names[i] = field[1] end
    check_keys(given, names, begins)
    for i, field in ipairs(fields) do
        local name, items = field[1], nil
        if given[name] ~= nil then
            items = read_field(field, given[name])
        elseif field.is_needed then
            fail(begins, "the program has no '" .. name .. "', which every program needs")
        end
        read[i] = { name = name, list = items }
    end
    return { list = read }
end
