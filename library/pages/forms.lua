-- forms.lua - words about a JSON value by forms, for the scripts of pages that stand behind it.
--
-- "{checked.tiles}" in a form stands for a member, here of a member, "{s.0}" for an array's element; "{k:2}" and "{ratio:.4g}" as
-- printf has %2 and %.4g, "{share*100:f}" and "{a/b:f}" for what that comes to; "{cells:s}" for "s", unless the number is 1;
-- "{layout;, }" for all elements, ", " between. "[...|...|...]" stands for the first alternative whose members are all there, or
-- nothing; there "{n?}" holds if the member is neither null, false nor 0, "{n~}" if it is one of these.

local function find(object, path)
    for name in path:gmatch("[^.]+") do
        object = type(object) == "table" and object[tonumber(name) and tonumber(name) + 1 or name] or nil
    end
    return object
end

local function value_of(value, number, as)
    if as == "s" then return value == 1 and "" or "s" end
    if as:find("[fg]") then return ("%" .. as):format(number) end
    return ("%" .. as .. (type(value) == "string" and "s" or "d")):format(value)
end

-- Elements with words in between, twice between lists of them.
local function list_of(list, between)
    local words = {}
    for i, element in ipairs(list) do
        words[i] = type(element) == "table" and (i > 1 and between or "") .. list_of(element, between) or value_of(element, 0, "")
    end
    return table.concat(words, between)
end

-- What a member's name in braces stands for, and whether it is there, or holds.
local function member(object, words)
    local path, how, as = words:match("^([^:;?~]*)([:;?~]?)(.*)$")
    local name, by, other = path:match("^([^/*]*)([/*]?)(.*)$")
    local value = find(object, name)
    if how == "?" or how == "~" then
        local holds = value and (not math.type(value) or value > 0) or false
        return "", holds == (how == "?")
    elseif value == nil then
        return "", false
    elseif how == ";" then
        return list_of(value, as), true
    end
    local number = math.type(value) and value * (by == "*" and 100 or 1) / (by == "/" and find(object, other) or 1)
    return value_of(value, number, as), true
end

-- The form filled in, and whether all of its members are there.
local function fill(object, form)
    local text, are_there, at = "", true, 1
    while at <= #form do
        local words = form:match("^[^%[{]+", at)
        local inside = not words and form:match("^%b[]", at) or not words and form:match("^%b{}", at)
        if words then
            text = text .. words
        elseif inside:sub(1, 1) == "{" then
            local shown, is_there = member(object, inside:sub(2, -2))
            text, are_there = text .. shown, are_there and is_there
        else
            local begin, is_done = 2, false
            while begin <= #inside do -- an alternative up to a bar, or the end, that is not within other brackets
                local stop = begin
                while not inside:find("^[|%]]", stop) do stop = stop + #(inside:match("^%b[]", stop) or " ") end
                local shown, fits = fill(object, inside:sub(begin, stop - 1))
                text, is_done, begin = text .. (fits and not is_done and shown or ""), is_done or fits, stop + 1
            end
        end
        at = at + #(words or inside)
    end
    return text, are_there
end

local function say(object, form) return (fill(object, form)) end

-- The members of an object, if there is one, in their order.
local function each(object)
    local i = 0
    return function()
        i = i + 1
        local name = object and keys[object][i]
        return name, name and object[name]
    end
end

