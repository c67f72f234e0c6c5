-- definition.lua - reads the table of a definition: its fields by type, then what they say together.

-- The fields of a fractal, of a level of one whose levels differ, of such a fractal's draw, and of a simplex; read in this order,
-- for `maybe` and `turns` say which letters a layout may have.
local names = {
    fractal = { "name", "maybe", "turns", "layout", "replicas", "k", "s", "hash", "member", "levels", "draw" },
    level = { "maybe", "turns", "layout", "replicas", "k", "s", "hash", "member" },
    draw = { "seed", "weights" },
    simplex = { "name", "m" },
}
local limits -- of definition.c; its names are the isometries'

-- ---- failures: `of` is what has the field ----

local function line_of(of, field)
    if of.number then return line("levels", field, of.number) or of.line end
    return line(of.is_draw and "draw" or field, of.is_draw and field) or (of.is_draw and 0 or of.line)
end

local function fail_at(of, at, field, words)
    fail(at, (of.number and format("level %d: ", of.number) or "") .. "field '" .. field .. "'" .. words)
end

local function refuse(of, field, ...) fail_at(of, line_of(of, field), field, ": " .. format(...)) end

local function refuse_if(wrong, ...) if wrong then refuse(...) end end

local function refuse_type(of, field, what, value, before) refuse(of, field, "%s%s", before or "", expected(what, value)) end

local function lacks(of, field, ...) fail_at(of, of.line, field, " is missing" .. format(...)) end

-- ---- fields by type ----

local function read_text(of, value, field)
    if type(value) ~= "string" then refuse_type(of, field, "a string", value) end
    refuse_if(has_zero(value), of, field, "holds a zero byte")
    return value
end

local function read_integer(of, value, field)
    return integer(value) or refuse_type(of, field, "an integer", value)
end

-- The elements of an array, as `read` makes them of each and its number.
local function read_elements(of, value, field, kind, what, most, read, before)
    local count, elements = length(value), {}
    before = before or ""
    if not count then refuse_type(of, field, "an array (keys 1, 2, ...) of " .. what, value, before) end
    refuse_if(count == 0 or count > most, of, field, "%shas %d %ss; expected from 1 to %d", before, count, kind, most)
    for i = 1, count do elements[i] = read(value[i], i) end
    return elements
end

-- What a field says of letters of the layout.
local function read_letters(of, value, field, what, read)
    if type(value) ~= "table" then refuse_type(of, field, "a table of letters, { m = ... }", value) end
    local other = unknown(value, function(name) return #name == 1 and is_identifier(name, 1) and name ~= "_" end)
    if other ~= nil then refuse_type(of, field, "single letters as keys", other) end
    local letters = {}
    for letter, said in pairs(value) do
        letters[letter] = read(said) or refuse_type(of, field, what, said, "letter " .. letter .. ": ")
        of.letters[letter] = field
    end
    return letters
end

local function number_from_0(value) return type(value) == "number" and value >= 0 and value < huge and value or nil end

-- A row's characters; `first` is that of the first slice, of a later one.
local function read_row(of, row, y, before, rows, first)
    local at = format("%srow %d", before, y)
    if type(row) ~= "string" then refuse_type(of, "layout", "a string of '#' and '.'", row, at .. ": ") end
    local width = #(first and first[1] or rows[1] or row)
    refuse_if(#row == 0 or #row > limits.side, of, "layout", "%s has %d characters; a row has from 1 to %d", at, #row, limits.side)
    refuse_if(#row ~= width, of, "layout", "%s has %d characters, row 1%s has %d; all rows must be equally long", at, #row,
        first and " of slice 1" or "", width)
    for x = 1, #row do
        local found = sub(row, x, x)
        if found ~= "#" and found ~= "." and not of.letters[found] then
            local code = byte(found)
            local letters = of.maybe and of.turns and "'maybe' or 'turns'" or of.maybe and "'maybe'" or of.turns and "'turns'"
            refuse(of, "layout", "%s: character %d is %s; expected '#' or '.'%s", at, x,
                code > 31 and code < 127 and "'" .. found .. "'" or format("the byte 0x%02x", code),
                letters and " or a letter of " .. letters or "")
        end
    end
    rows[y] = row
    return row
end

-- Slices of rows; `first` is the first slice.
local function read_rows(of, value, before, first)
    local rows, count = {}, length(value)
    refuse_if(first and count and count ~= #first, of, "layout",
        "%shas %d rows, slice 1 has %d; all slices must have equally many", before, count, first and #first)
    return read_elements(of, value, "layout", "row", "strings of '#' and '.'", limits.side,
        function(row, y) return read_row(of, row, y, before, rows, first) end, before)
end

local readers = { name = read_text, hash = read_text, member = read_text, k = read_integer, m = read_integer, seed = read_integer }

function readers.maybe(of, value, field)
    return read_letters(of, value, field, "a number from 0 to 1", function(chance)
        return number_from_0(chance) and chance <= 1 and chance or nil
    end)
end

function readers.turns(of, value, field)
    return read_letters(of, value, field,
        "\"0\", \"90\", \"180\", \"270\", \"flip-x\", \"flip-y\", \"transpose\" or \"antitranspose\"", function(name)
        for i, isometry in ipairs(limits.names) do
            if name == isometry then return i - 1 end
        end
    end)
end

function readers.layout(of, value)
    of.axes = length(value) and type(value[1]) == "table" and 3 or 2
    if of.axes == 2 then return { read_rows(of, value, "") } end
    local first
    return read_elements(of, value, "layout", "slice", "slices", limits.side, function(slice, z)
        local rows = read_rows(of, slice, format("slice %d: ", z), first)
        first = first or rows
        return rows
    end)
end

function readers.replicas(of, value, field)
    return read_elements(of, value, field, "replica", "positions { x, y }", limits.replicas, function(replica, i)
        local place = vector(replica)
            or refuse_type(of, field, "integers, { x, y } or { x, y, z }", replica, format("replica %d: ", i))
        of.axes = of.axes or #place
        refuse_if(#place ~= of.axes, of, field,
            "replica %d has %d numbers, replica 1 has %d; all must have the same", i, #place, of.axes)
        return place
    end)
end

function readers.s(of, value, field)
    local sides = integer(value) and { integer(value) } or vector(value)
        or refuse_type(of, field, "an integer, two or three: { sx, sy } or { sx, sy, sz }", value)
    for _, side in ipairs(sides) do
        refuse_if(side < 1 or side > limits.side, of, field, "a side of %d; a side is from 1 to %d", side, limits.side)
    end
    return sides
end

function readers.weights(of, value, field)
    return read_elements(of, value, field, "weight", "numbers", limits.levels, function(weight, i)
        return number_from_0(weight) or refuse_type(of, field, "a number from 0 on", weight, format("weight %d: ", i))
    end)
end

local function read(of, given, owner)
    check_keys(given, names[owner], of.line)
    of.letters = {}
    for _, field in ipairs(names[owner]) do
        if given[field] ~= nil then of[field] = readers[field](of, given[field], field) end
    end
    return of
end

function readers.levels(of, value, field)
    return read_elements(of, value, field, "level", "levels { layout = ... }", limits.levels, function(level, i)
        if type(level) ~= "table" then refuse_type(of, field, "a table, { layout = ... }", level, format("level %d: ", i)) end
        return read({ number = i, line = line_of(of, field) }, level, "level")
    end)
end

function readers.draw(of, value, field)
    if type(value) ~= "table" then refuse_type(of, field, "a table, { seed = ..., weights = { ... } }", value) end
    local draw = read({ is_draw = true, line = line_of(of, field) }, value, "draw")
    refuse_if(not draw.seed, of, field, "has no 'seed'; expected { seed = ..., weights = { ... } }")
    return draw
end

-- ---- what they say together ----

local function by(sides) return concat(sides, " x ") end

-- A layout, or replicas with s. Letters that are kept by chance stand in a layout, of which nothing else is known.
local function check_given(of)
    refuse_if(of.layout and of.replicas, of, "replicas", "is given beside 'layout'; expected one of the two")
    if not of.layout and not of.replicas then
        lacks(of, "layout", "; expected layout = { \"#.\", ... }, or replicas = { { x, y }, ... } and s")
    end
    refuse_if(of.replicas and not of.s, of, "replicas", "needs field 's' beside it: an integer, or { sx, sy }")
    for _, other in ipairs { "replicas", "k", "hash", "member" } do
        refuse_if(of.maybe and of[other], of, other, "is given beside 'maybe', by which levels have different replicas")
    end
end

-- The sides, from s, whose only number stands for all axes, or from the layout; both must agree.
local function find_sides(of)
    local count, sides, given, grows = of.s and #of.s or 1, {}, {}, false
    refuse_if(count ~= 1 and count ~= of.axes, of, "s", "has %d numbers, but the %s %d axes", count,
        of.layout and "layout has" or "replicas have", of.axes)
    local layout = of.layout and { #of.layout[1][1], #of.layout[1], #of.layout }
    for axis = 1, of.axes do
        given[axis] = of.s and of.s[count == 1 and 1 or axis]
        sides[axis] = layout and layout[axis] or given[axis]
        grows = grows or sides[axis] > 1
    end
    refuse_if(of.s and by(given) ~= by(sides), of, "s", "is %s, but the layout is %s (columns x rows%s)", by(given), by(sides),
        of.axes > 2 and " x slices" or "")
    refuse_if(not grows, of, of.layout and "layout" or "s",
        "is %s: a level would be no larger than the one before; expected a side of at least 2", by(sides))
    return sides
end

-- The listed replicas as a layout: two of them may not meet, and none may lie outside.
local function place_replicas(of, sides)
    local signs, found = {}, {}
    for i = 1, sides[1] * sides[2] * (sides[3] or 1) do signs[i] = "." end
    for i, replica in ipairs(of.replicas) do
        local number, inside = 0, true
        for axis = of.axes, 1, -1 do
            inside = inside and replica[axis] >= 0 and replica[axis] < sides[axis]
            number = inside and number * sides[axis] + replica[axis]
        end
        local at = concat(replica, ", ")
        refuse_if(not inside, of, "replicas", "replica %d at (%s) lies outside s = %s; places begin at (0, 0%s)", i, at, by(sides),
            of.axes > 2 and ", 0" or "")
        refuse_if(found[number], of, "replicas", "replicas %d and %d are both at (%s)", found[number], i, at)
        found[number], signs[number + 1] = i, "#"
    end
    return concat(signs)
end

local function check_count(of, count)
    refuse_if(count > limits.replicas, of, "layout", "has %d replicas; at most %d are possible", count, limits.replicas)
    refuse_if(count == 0, of, "layout", "has no replica; expected at least one '#'")
    refuse_if(of.k and of.k ~= count, of, "k", "is %d, but the %s %d replica%s", of.k,
        of.layout and "layout has" or "list of replicas has", count, count == 1 and "" or "s")
end

-- The isometry of a replica, which is turned in the plane; where it exchanges the sides they must be equal.
local function isometry_of(of, sides, letter)
    local isometry = of.turns and of.turns[letter] or 0
    of.swaps = of.swaps or isometry % 2 == 1
    refuse_if(isometry % 2 == 1 and sides[1] ~= sides[2], of, "turns",
        "%s = \"%s\" exchanges the sides of a layout of %d x %d; expected equal ones", letter,
        limits.names[isometry + 1], sides[1], sides[2])
    return isometry
end

local function check_letters(of, signs)
    local seen = {}
    for i = 1, #signs do seen[sub(signs, i, i)] = true end
    for letter in pairs(of.letters) do
        refuse_if(not seen[letter], of, of.maybe and of.maybe[letter] and "maybe" or "turns",
            "has letter %s, which is not in the layout", letter)
    end
end

-- One level's table, or that of all, for definition.c, which may refuse its fields: by place a replica's isometry, or '.', and its
-- chance to be kept.
local function make_table(of)
    check_given(of)
    local layout = of.layout and ""
    for _, rows in ipairs(of.layout or {}) do layout = layout .. concat(rows) end
    check_letters(of, layout or "")
    local sides, count = find_sides(of), 0
    local signs = layout or place_replicas(of, sides)
    local places, made = {}, { axes = of.axes, s = sides, chances = of.maybe and {}, hash = of.hash, member = of.member,
        refuse = function(field, words) refuse(of, field, "%s", words) end }
    for i = 1, #signs do count = count + (sub(signs, i, i) ~= "." and 1 or 0) end
    check_count(of, count)
    refuse_if(of.turns and of.axes > 2, of, "turns", "turns replicas in the plane, and the layout has a third axis; leave it out")
    for i = 1, #signs do
        local letter = sub(signs, i, i)
        places[i] = letter == "." and "." or isometry_of(of, sides, letter)
        if of.maybe then made.chances[i] = of.maybe[letter] or 1 end
    end
    made.places = concat(places)
    return made
end

-- Levels have as many axes; below one that exchanges its sides all must have equal ones: any is below another, for they repeat.
local function make_tables(of, levels)
    local tables, swaps = {}, false
    for i, level in ipairs(levels) do
        tables[i] = make_table(level)
        swaps = swaps or level.swaps
        refuse_if(tables[i].axes ~= tables[1].axes, of, "levels",
            "has level 1 of %d axes and level %d of %d; all must have as many", tables[1].axes, i, tables[i].axes)
    end
    for i, made in ipairs(tables) do
        refuse_if(swaps and made.s[1] ~= made.s[2], of, "levels",
            "has a level that exchanges its sides above level %d of %d x %d; expected equal sides on all levels",
            i, made.s[1], made.s[2])
    end
    return tables
end

-- What a level says stands in its own table; `draw` is for levels and chances, which need its seed.
local function check_levels(of, with_chances)
    for _, own in ipairs { "layout", "replicas", "k", "s", "hash", "member", "maybe", "turns" } do
        refuse_if(of.levels and of[own], of, own, "is given beside 'levels', each of which has its own")
    end
    refuse_if(with_chances and not of.draw, with_chances, "maybe", "needs the fractal's field 'draw': draw = { seed = ... }")
    refuse_if(of.draw and not with_chances and not of.levels, of, "draw",
        "needs field 'levels' or 'maybe' beside it: the layouts or replicas to draw")
end

-- The shares that levels are drawn by; without any, replicas alone are drawn.
local function check_weights(of, with_chances)
    local weights, count, all = of.draw and of.draw.weights, of.levels and #of.levels or 0, 0
    if not of.draw or with_chances and not weights then return nil end
    refuse_if(not weights, of, "draw", "has no 'weights'; expected { seed = ..., weights = { ... } }")
    refuse_if(#weights ~= count, of, "draw", "has %d weights, but there are %d levels; expected one for each", #weights, count)
    for _, weight in ipairs(weights) do all = all + weight end
    refuse_if(all <= 0 or all == huge, of, "draw", "has weights whose sum is %g; expected one above 0", all)
    return weights
end

-- The given name, or else the file's, which must be a C identifier as well.
local function name_of(of, file)
    local what = "letters, digits and _, not a digit first, at most " .. limits.name
    local name = of.name or file
    if is_identifier(name, limits.name) then return name end
    refuse_if(of.name, of, "name", "is '%s'; expected %s", name, what)
    lacks(of, "name", ", and the file's own name cannot stand for it: expected %s", what)
end

-- For definition.c: a simplex's name and m; a fractal's name, its tables, the seed and the weights that they are drawn by.
return function(given, maker, file, begins, most)
    limits = most
    local of, with_chances = read({ line = begins }, given, maker), nil
    if maker == "simplex" then
        local name, least, last = name_of(of, file), limits.m_min, limits.m_max
        if not of.m then lacks(of, "m", "; expected the number of axes, m = %d to %d", least, last) end
        refuse_if(of.m < least or of.m > last, of, "m", "is %d; a simplex has from %d to %d axes", of.m, least, last)
        return { name = name, m = of.m }
    end
    local levels = of.levels or { of }
    for i = #levels, 1, -1 do with_chances = levels[i].maybe and levels[i] or with_chances end
    check_levels(of, with_chances)
    return { name = name_of(of, file), tables = make_tables(of, levels), seed = of.draw and of.draw.seed,
        weights = check_weights(of, with_chances) }
end
