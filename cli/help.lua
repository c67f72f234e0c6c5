-- help.lua - what `nbbgen help` and --help print of the commands and their options (help.c), and of the pages of docs/.

local WIDTH, COLUMN = 79, 29 -- of a line, and where it says what an option does

-- Words in lines, which begin at a column but for the first; that one has begun with so many letters.
local function fill(words, column, begun)
    local lines, line, at = {}, {}, begun
    for word in words:gmatch("%S+") do
        if line[1] and at + 1 + #word > WIDTH then
            lines[#lines + 1], line, at = table.concat(line, " "), {}, column
        end
        at = at + (line[1] and 1 or 0) + #word
        line[#line + 1] = word
    end
    lines[#lines + 1] = table.concat(line, " ")
    return table.concat(lines, "\n" .. (" "):rep(column))
end

-- Paragraphs; indented lines stay as they are.
local function paragraphs(text)
    return (text:gsub("[^\n]+", function(line) return line:find("^ ") and line or fill(line, 0, 0) end))
end

local function value_of(row, command)
    local value = row.argument and "=" .. row.argument or ""
    return row.kind == "variant" and command ~= "bench" and "[" .. value .. "]" or value
end

-- "  -n, --steps=N", and what it does, behind it or below.
local function entry(short, long, words)
    local head = (short and "  -" .. short .. ", " or "      ") .. "--" .. long
    return head .. (#head + 2 <= COLUMN and (" "):rep(COLUMN - #head) or "\n" .. (" "):rep(COLUMN))
        .. fill(words, COLUMN, COLUMN) .. "\n"
end

-- Of a group the options that a command takes, or none.
local function options_of(known, command, group)
    local text = ""
    for _, row in ipairs(known.rows) do
        if row.group == group and row[command] then
            text = text .. entry(row.short, row.name .. value_of(row, command), row.help .. row.maps)
        end
    end
    return text ~= "" and ("  %s\n%s\n"):format(group, text) or ""
end

-- The groups of what to run and where, and of `all` also how: the options that compare ways with each other.
local function help(known)
    local command = known.commands[known.command]
    local comparisons = options_of(known, command.name, known.groups[3])
    return ("Usage: nbbgen %s [OPTION...] %s\n%s\n\n"):format(command.name, command.subjects, command.purpose)
        .. options_of(known, command.name, known.groups[1]) .. options_of(known, command.name, known.groups[2])
        .. (known.all and comparisons or "") .. entry("?", "help", "Give this help list")
        .. entry(nil, "usage", "Give a short usage message")
        .. "\nA short option takes a value where its long one does.\n"
        .. (command.notes and "\n" .. paragraphs(command.notes) .. "\n" or "")
        .. (comparisons ~= "" and not known.all and "\n" .. paragraphs(("nbbgen %s --help-all also shows how to choose maps,"
            .. " tensor cores, tiles and launches."):format(command.name)) .. "\n" or "")
end

local function usage(known)
    local command, words = known.commands[known.command], {}
    for _, row in ipairs(known.rows) do
        if row[command.name] and (known.all or row.group ~= known.groups[3]) then
            words[#words + 1] = "[--" .. row.name .. value_of(row, command.name) .. "]"
        end
    end
    local head = "Usage: nbbgen " .. command.name .. " "
    return head .. fill(table.concat(words, " ") .. " [--help] [--usage] " .. command.subjects, 12, #head) .. "\n"
end

-- ---- the commands, and the pages as topics ----

local function overview(known)
    local text = [[
usage: nbbgen COMMAND [FRACTAL] [OPTION...]
       nbbgen help [COMMAND|TOPIC]
Makes CUDA or C kernels for one fractal, and runs work on them.

]]
    for _, command in ipairs(known.commands) do text = text .. ("  %-8s %s\n"):format(command.name, command.purpose) end
    text = text .. [[

FRACTAL is a name from 'nbbgen list', or the path of a .lua file. Names are looked up among the
definitions that come with nbbgen, then in the folders of $NBBGEN_FRACTALS (A:B:C).
'nbbgen COMMAND --help' lists a command's options.
Compiled modules are cached in $XDG_CACHE_HOME/nbbgen or ~/.cache/nbbgen, at most 256 MiB.
Exit codes: 0 done, 1 run time, 2 usage, 3 definition, 4 device or compiler, 5 verification failed,
130 and 143 interrupted.

  nbbgen run vicsek --r 12 --tc          run the default automaton, maps on tensor cores
  nbbgen emit sierpinski --r 16 -o s.cu  one kernel file that needs only nvcc

Topics of 'nbbgen help TOPIC':

]]
    for _, topic in ipairs(known.topics) do
        text = text .. ("  %-13s %s\n"):format(topic.name, topic.page:match("^[# ]*([^\n]*)"))
    end
    return text
end

-- A page: of links the words alone, which code has none of; no pictures.
local function topic(known)
    return ((known.page:gsub("\n?$", "\n")):gsub("([^\n]*)\n", function(line)
        if line:find("^!%[") then return "" end
        return not line:find("^    ") and line:gsub("%[([^%]]*)%]%([^)]*%)?", "%1") .. "\n" or nil
    end))
end

-- ---- completions: what may stand in the place of the last word, which is begun, a line each; behind a tab what it does ----

-- The alternatives of "auto|cpu|cuda[:N|:all]" as far as they are known: one in capitals stands for others, and what is in
-- brackets may follow.
local function alternatives(argument)
    local words = {}
    for word in (argument:find("|") and argument or ""):gsub("%[.-%]", ""):gmatch("[^|]+") do
        if not word:find("%u") then words[#words + 1] = word end
    end
    return words
end

-- The value of "--map=la" is "la", which Bash takes for a word behind "=". A line ":files", ":folders" or ":lua" stands for names
-- of files, which shells know.
local function complete(known)
    local words, lines = known.words, {}
    local begun, before = table.remove(words), words[#words]
    local option, value = begun:match("^(%-%-[^=]*)=(.*)$")
    if begun == "=" then option, value = before, "" end
    if before == "=" then option, value = words[#words - 1], begun end
    local has_value = option ~= nil
    option, begun = option or before, value or begun

    local function offer(word, purpose)
        if word:sub(1, #begun) == begun then
            lines[#lines + 1] = word .. "\t" .. (purpose or ""):match("^[^;(]*"):gsub(" +$", "") .. "\n"
        end
    end
    local function offer_all(list, front)
        for _, word in ipairs(list) do offer((front or "") .. word) end
    end

    local command, row
    for _, one in ipairs(known.commands) do
        if not before or words[1] == "help" then offer(one.name, one.purpose) end
        command = one.name == words[1] and one or command
    end
    if not before then offer("help", "a command's options, or a page") end
    if words[1] == "help" then offer_all(known.topics) end
    for _, one in ipairs(command and known.rows or {}) do
        local is_named = option == "--" .. one.name or one.short and option == "-" .. one.short
        row = one[command.name] and one.argument and is_named and one or row
    end
    if row and (row.kind ~= "variant" or has_value) then
        local front = command.name == "bench" and row.listed and begun:match("^.*,")
        offer_all(row.name == "program" and known.programs or row.choices or alternatives(row.argument), front)
        lines[#lines + 1] = row.argument:find("FILE") and ":files\n" or row.argument:find("DIR") and ":folders\n" or nil
    elseif command and begun:find("^-") then
        offer("--help", "list the options")
        for _, one in ipairs(known.rows) do
            if one[command.name] then offer("--" .. one.name, one.help) end
        end
    elseif command and command.subjects ~= "" then
        offer_all(known.fractals)
        lines[#lines + 1] = ":lua\n"
    end
    return table.concat(lines)
end

return { help = help, usage = usage, overview = overview, topic = topic, complete = complete }
