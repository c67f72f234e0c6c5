-- rows.lua - the members of a bench's rows; what follows from rows and those beside them, and which times cannot be
-- believed, for the scripts of pages that stand behind it.

-- ---- members: their order is that of files, a name is the JSON's key and the column of CSV; and what each is ----

local TEXT, INTEGER, REAL = "text", "whole number", "number"
local kinds, measured_names, skipped_names = { skipped = TEXT }, {}, {}

-- Which row it is:
local identity = {
    { "device", TEXT },
    { "fractal", TEXT }, -- or simplex
    { "r", INTEGER }, -- 0 of a simplex
    { "n", INTEGER }, -- the side of a simplex, else 0
    { "workload", TEXT },
    { "seed", INTEGER }, -- of the state or points; 0 for sw
    { "density", REAL },
    { "dimensions", INTEGER }, -- of edm's points, else 0
    { "out", TEXT }, -- what edm's distances are stored as, "f32"; else ""
    { "rule", TEXT }, -- of ca, else ""
    { "program", TEXT }, -- its name and its neighbours': "ising vonneumann"; else ""
    { "param", TEXT }, -- its parameters, "T=2 density=0.5"
    { "map", TEXT },
    { "choice", TEXT }, -- the other options of `nbbgen run` that chose it: "--tile 8 --tc=1"
}
-- And what was found, unless it was skipped:
local figures = {
    { "n_x", INTEGER },
    { "n_y", INTEGER },
    { "n_z", INTEGER }, -- 1 where there is no third axis
    { "cells", INTEGER },
    { "ranks", INTEGER }, -- GPUs or processes that share the state; 1: one
    { "tile_x", INTEGER }, -- a tile's sides in cells, 0 for bb
    { "tile_y", INTEGER },
    { "tile_z", INTEGER }, -- 0 where there is no third axis
    { "ms_median", REAL }, -- milliseconds a step or pass
    { "ms_min", REAL },
    { "ms_max", REAL },
    { "ms_spread", REAL }, -- median absolute deviation
    { "ms_drift", REAL }, -- between the medians of the first, middle and last rounds
    { "samples", INTEGER }, -- one a round
    { "again", INTEGER }, -- how often it was doubted and measured again; the fastest counts
    { "steps_a_sample", INTEGER },
    { "bytes_per_step", INTEGER },
    { "operations_per_step", INTEGER }, -- of three 32-bit words; 0: not known
    { "memory_bytes", INTEGER },
    { "limit", REAL }, -- the rate of copy (ca), write (sw, edm), read (rd), or 0: of all ranks
    { "logic", REAL }, -- the rate of logic, or 0
    { "digest", TEXT }, -- of the state after the warm-up: the same for all maps
    { "alive", REAL }, -- share of the cells, after the last sample
    { "compile_ms", REAL },
    { "source", TEXT }, -- the hash of the kernels' text
    { "command", TEXT }, -- prints that text
    { "version", TEXT }, -- of nbbgen
    { "commit", TEXT }, -- that it was built from
    { "driver", TEXT }, -- the device's, "" of a processor
    { "measured", TEXT }, -- when: "2026-11-21T03:14:00Z"
}
for _, list in ipairs({ identity, figures }) do
    for _, member in ipairs(list) do
        local name, kind = table.unpack(member)
        kinds[name], measured_names[#measured_names + 1] = kind, name
        if list == identity then skipped_names[#skipped_names + 1] = name end
    end
end
skipped_names[#skipped_names + 1] = "skipped"

-- Members of what else a file holds; behind a card's are the constants that were measured.
local others = {
    file = { "command", "date", "commit" },
    device = { "name", "driver", "copy", "write", "read", "logic" }, -- rates are null where none were measured
    card = { "device", "driver", "version", "commit", "measured" },
}
kinds.name, kinds.date = TEXT, TEXT -- what is not among the kinds is a number

local function names_of(file, object)
    if file.kind == "row" then return object.skipped and skipped_names or measured_names end
    local names = { table.unpack(others[file.kind]) }
    for _, constant in ipairs(file.kind == "card" and file.constants or {}) do
        if object[constant] then names[#names + 1] = constant end
    end
    return names
end

-- A member of the file's object with this number, as it may be shown.
local function check_member(file, number, name, value)
    local kind, is_it = kinds[name] or REAL, type(value) == "string"
    if kind ~= TEXT then
        is_it = math.type(value) and value >= 0 and (kind == REAL or math.type(value) == "integer")
            or value == nil and file.kind == "device"
    end
    if not is_it then error(("%s %d has no %s '%s'"):format(file.kind, number, kind, name), 0) end
    return kind == TEXT and shown(value) or kind == REAL and value and value + 0.0 or value
end

-- The objects of { kind, objects, count, is_shown, constants }, a file's: of rows those with figures, or if they are to be shown
-- all. Raises what is wrong.
local function read(file)
    local made = {}
    for i = 1, file.count do
        local object, kept = type(file.objects[i]) == "table" and file.objects[i] or {}, {}
        if file.is_shown or not object.skipped then
            local names = names_of(file, object)
            for _, name in ipairs(names) do kept[name] = check_member(file, i, name, object[name]) end
            if file.kind == "card" and #keys[object] > #names then
                error(("card %d has %d keys, of which %d are known"):format(i, #keys[object], #names), 0)
            end
            keys[kept], made[#made + 1] = names, kept
        end
    end
    return made
end

local function size_of(row) return row.n > 0 and row.n or row.r end

-- What rows that are compared have in common, but for their size.
local works = {} -- by row
local function work_of(bench, row)
    if not works[row] then
        local members = {}
        for name in bench.work:gmatch("%S+") do members[#members + 1] = row[name] end
        works[row] = table.concat(members, "\0")
    end
    return works[row]
end

-- The rows with figures that are of the row's work, at all sizes.
local function rows_beside(bench, row)
    local found, work = {}, work_of(bench, row)
    for _, other in ipairs(bench.rows) do
        if not other.skipped and work_of(bench, other) == work then found[#found + 1] = other end
    end
    return found
end

-- ---- figures ----

local function bb_of(rows, row)
    for _, other in ipairs(rows) do
        if other.map == "bb" and other.r == row.r and other.n == row.n then return other end
    end
end

-- A choice without --ranks, which is its last option.
local function choice_of_rank(row) return (row.choice:gsub(" ?%-%-ranks .*", "")) end

local function cells_of_rank(row) return row.cells / row.ranks end

-- A rank's rate by that of the fewest ranks: on the same state, or by the nearest cells of a rank on another one.
local function scaling(rows, row, is_weak)
    local base, distance
    for _, other in ipairs(rows) do
        if other.ranks < row.ranks and other.map == row.map and choice_of_rank(other) == choice_of_rank(row)
            and (size_of(other) ~= size_of(row)) == is_weak then
            local far = math.abs(math.log(cells_of_rank(other) / cells_of_rank(row)))
            if not base or other.ranks < base.ranks or other.ranks == base.ranks and far < distance then
                base, distance = other, far
            end
        end
    end
    return base and cells_of_rank(row) / row.ms_median / (cells_of_rank(base) / base.ms_median)
end

-- ---- doubts: whether a row's time can be believed, by its own rounds and by other sizes of the same choice ----
--
-- Where another program uses the device too, samples may all be slow alike. Their spread is then nothing; what gives them away is
-- a faster round, or a time that does not fit the sizes beside it.

-- What fits no more. From a size to the next larger one of the same choice, time grew at most 1.73 times as much as cells and
-- memory in the tables of tests/device/h200, where states outgrow the caches; and it shrank to 0.82 at most. A round without
-- disturbance is within a few per cent of the others, so one that takes two thirds of the median shows that most rounds were
-- disturbed.
local JUMP, SLOWER, OUTRUN, NOISE = 3, 1.5, 1.5, 0.05
local EXCESS_MS = 0.01 -- less may be a launch's, whatever the size

local choosing = { "map", "choice", "tile_x", "tile_y", "tile_z" }

-- The row of the same choice whose size is the nearest below the row's (`side` -1) or above it (1). Tiles that the plan chose by
-- size differ.
local function neighbour(rows, row, side)
    local nearest, least
    for _, other in ipairs(rows) do
        local distance = side * (size_of(other) - size_of(row))
        local is_same = (other.n > 0) == (row.n > 0)
        for _, name in ipairs(choosing) do
            is_same = is_same and other[name] == row[name]
        end
        if is_same and distance > 0 and (not nearest or distance < least) then nearest, least = other, distance end
    end
    return nearest
end

-- The time of a row in times of what a smaller one lets expect: as much more as there are cells, or bytes.
local function jump_from(smaller, row)
    return row.ms_median / smaller.ms_median / math.max(row.cells / smaller.cells, row.memory_bytes / smaller.memory_bytes)
end

local function size_words(row) return ("%s = %d"):format(row.n > 0 and "n" or "r", size_of(row)) end

-- The gravest doubt about a row, a word, and why; nil where there is none. `rows` are those beside it.
local function doubt_of(bench, rows, row)
    local smaller, larger, ms = neighbour(rows, row, -1), neighbour(rows, row, 1), row.ms_median
    if smaller and jump_from(smaller, row) > JUMP and ms > smaller.ms_median + EXCESS_MS then
        return "jump", ("it takes %.3g times as long as its cells or bytes let expect from %s"):format(jump_from(smaller, row),
            size_words(smaller))
    elseif larger and ms > math.max(SLOWER * larger.ms_median, larger.ms_median + EXCESS_MS) then
        return "slower", ("it takes %.3g times as long as the larger %s"):format(ms / larger.ms_median, size_words(larger))
    elseif ms > OUTRUN * row.ms_min then
        return "outrun", ("its fastest round took %.2g%% of the median"):format(100 * row.ms_min / ms)
    elseif math.max(row.ms_spread, row.ms_drift) > NOISE * ms then
        return "noisy", "half of its samples, or a third of its rounds, lie more than 5% beside the median"
    elseif row.samples < bench.fewest_samples then
        return "few"
    end
end

-- ---- all of a row ----

-- What follows from a row and those beside it, nil where there is nothing to compare with:
local derived_names = {
    "cells_per_second",
    "share", -- of the nearer limit, of bytes by the rate of memory or operations by logic's; past 1 where caches hold the state
    "limit_by", -- which limit that is: "memory" or "logic"
    "speedup", -- over bb, in a row to be compared with
    "memory_reduction", -- bb's bytes by this row's
    "strong", -- of several ranks, each one's rate by that of the fewest with the same choice, on the same state; and on the one
    "weak", -- of another size that gives each most nearly as many cells
    "doubt",
}
local all_names = table.move(derived_names, 1, #derived_names, #measured_names + 1, { table.unpack(measured_names) })

local function add_derived(bench, row)
    local rows, seconds = rows_beside(bench, row), row.ms_median * 1e-3
    local bb = bb_of(rows, row)
    local memory = row.limit > 0 and row.bytes_per_step / row.limit / seconds or 0
    local logic = row.logic > 0 and row.operations_per_step / row.logic / seconds or 0
    local share = math.max(memory, logic)
    row.cells_per_second = row.cells / seconds
    row.share = share > 0 and share or nil
    row.limit_by = row.share and (logic > memory and "logic" or "memory")
    row.speedup = bb and bb.ms_median / row.ms_median
    row.memory_reduction = bb and bb.memory_bytes / row.memory_bytes
    row.strong, row.weak = scaling(rows, row, false), scaling(rows, row, true)
    row.doubt = doubt_of(bench, rows, row)
end

-- The rows of { rows, fewest_samples, work } with what follows from them. The words of `work` name what rows of the same work
-- have in common.
local function derived(bench)
    for _, row in ipairs(bench.rows) do
        keys[row] = row.skipped and skipped_names or all_names
        if not row.skipped and row.ms_median > 0 then add_derived(bench, row) end
    end
    return bench.rows
end
