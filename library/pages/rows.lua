-- rows.lua - what follows from a bench's rows and those beside them, and which times cannot be believed, for the scripts of
-- pages that stand behind it.

local function size_of(row) return row.n > 0 and row.n or row.r end

-- What rows that are compared have in common, but for their size.
local works = {} -- by row
local function work_of(row)
    works[row] = works[row] or table.concat({ row.seed, row.density, row.dimensions, row.out, row.device, row.fractal,
        row.workload, row.rule, row.program, row.param }, "\0")
    return works[row]
end

-- The rows with figures that are of the row's work, at all sizes.
local function rows_beside(bench, row)
    local found, work = {}, work_of(row)
    for _, other in ipairs(bench.rows) do
        if not other.skipped and work_of(other) == work then found[#found + 1] = other end
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

-- The rows of { rows, fewest_samples } with what follows from them.
local function derived(bench)
    for _, row in ipairs(bench.rows) do
        if not row.skipped then
            for _, name in ipairs(derived_names) do table.insert(keys[row], name) end
            if row.ms_median > 0 then add_derived(bench, row) end
        end
    end
    return bench.rows
end
