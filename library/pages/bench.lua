-- bench.lua - a bench as a table, for a terminal or as Markdown, and as comma-separated values.

-- What is marked: a row that is doubted, and one that was doubted until it was measured again.
local DOUBTED, AGAIN = "!", "+"

local function words(first, second) return first .. (second ~= "" and " " or "") .. second end
local function figure(value) return value and ("%.3g"):format(value) or "" end
local function percent(share) return share and ("%.1f%%"):format(100 * share) or "" end

-- The columns: title, a row's cell, and whether it stands left as words do: numbers stand right. The last ones are shown where
-- rows are of several ranks.
local OF_RANKS = 2
local columns = {
    { "fractal", function(row) return row.fractal end, true },
    { "r or n", function(row) return ("%d"):format(size_of(row)) end },
    { "work", function(row) return row.workload end, true },
    { "rule", function(row) return row.program ~= "" and row.program or row.rule end, true },
    { "alive", function(row) return (row.rule ~= "" or row.program ~= "") and ("%.3g%%"):format(100 * row.alive) or "" end },
    { "map", function(row) return words(row.map, row.choice) end, true },
    { "tile", function(row)
        return (row.tile_x > 0 and ("%d x %d"):format(row.tile_x, row.tile_y) or "")
            .. (row.tile_z > 0 and (" x %d"):format(row.tile_z) or "")
    end },
    { "ms a step", function(row) return ("%.4g"):format(row.ms_median) end },
    { "spread", function(row)
        local mark = row.doubt and " " .. DOUBTED or row.again > 0 and " " .. AGAIN or ""
        return ("%.1f%%%s"):format(100 * math.max(row.ms_spread, row.ms_drift) / row.ms_median, mark)
    end },
    { "cells/s", function(row) return ("%.3g"):format(row.cells_per_second or 0) end },
    { "of limit", function(row)
        return row.share and (row.share < 0.1 and "%.2g%% %s" or "%.0f%% %s"):format(100 * row.share, row.limit_by) or ""
    end },
    { "x bb", function(row) return figure(row.speedup) end },
    { "memory", function(row) return amount(row.memory_bytes) end },
    { "memory x", function(row) return figure(row.memory_reduction) end },
    { "strong", function(row) return percent(row.strong) end },
    { "weak", function(row) return percent(row.weak) end },
}

-- How the cells of a line are set off, and remarks begin.
local plain = { before = "", between = "  ", behind = "\n", remark = "  ", card = "" }
local markdown = { before = "| ", between = " | ", behind = " |\n", remark = "- ", card = "- ", is_separated = true }

local function plural(count, one, several) return count == 1 and one or several end

-- Cells, a list for each line, of the widths of their columns.
local function lines_of(rows, style)
    local text, widths = "", {}
    for _, cells in ipairs(rows) do
        for i, cell in ipairs(cells) do widths[i] = math.max(widths[i] or 0, #cell) end
    end
    for number, cells in ipairs(rows) do
        local line, separator = {}, {}
        for i, cell in ipairs(cells) do
            local blanks = (" "):rep(widths[i] - #cell)
            line[i] = columns[i][3] and cell .. blanks or blanks .. cell
            separator[i] = ("-"):rep(widths[i] - 1) .. (columns[i][3] and "-" or ":") -- "---:" makes a column of numbers
        end
        text = text .. style.before .. table.concat(line, style.between) .. style.behind
        if number == 1 and style.is_separated then
            text = text .. style.before .. table.concat(separator, style.between) .. style.behind
        end
    end
    return text
end

local function table_of(bench, device, style)
    local count, rows = #columns - OF_RANKS, { {} }
    for _, row in ipairs(bench.rows) do count = (row.ranks or 1) > 1 and #columns or count end
    for i = 1, count do rows[1][i] = columns[i][1] end
    for _, row in ipairs(bench.rows) do
        local cells = {}
        for i = 1, not row.skipped and row.device == device.name and count or 0 do cells[i] = columns[i][2](row) end
        rows[#rows + 1] = cells[1] and cells
    end
    return lines_of(rows, style)
end

-- Where the figures come from; of rows that --resume kept, from which other commits.
local function origin_of(bench)
    local others, commit = 0, ""
    for _, row in ipairs(bench.rows) do
        if not row.skipped and row.commit ~= bench.commit then others, commit = others + 1, row.commit end
    end
    return ("%s, commit %s, %s\n\n    %s\n\n"):format(bench.program, bench.commit, bench.date, bench.command)
        .. (others > 0 and ("%d row%s of the same kernels %s measured before, by other commits, the last %s\n\n"):format(others,
            plural(others, "", "s"), plural(others, "was", "were"), commit) or "")
end

-- Which row it is.
local function identity_of(row)
    return ("%s %s = %d %s %s: "):format(row.fractal, row.n > 0 and "n" or "r", size_of(row), row.workload,
        words(row.map, row.choice))
end

local function skipped_of(bench, style)
    local text = ""
    for _, row in ipairs(bench.rows) do
        if row.skipped then text = text .. style.remark .. identity_of(row) .. row.skipped .. "\n" end
    end
    return text ~= "" and "skipped:\n\n" .. text .. "\n" or ""
end

-- The doubted rows with the reasons, those of too few samples, and those that stood the test when measured again.
local function doubts_of(bench, style)
    local text, few, again = "", 0, 0
    for _, row in ipairs(bench.rows) do
        few = few + (row.doubt == "few" and 1 or 0)
        again = again + (not row.skipped and not row.doubt and row.again > 0 and 1 or 0)
        if row.doubt and row.doubt ~= "few" then
            local _, because = doubt_of(bench, rows_beside(bench, row), row)
            text = text .. style.remark .. identity_of(row) .. because
                .. (row.again > 0 and (", measured %d times"):format(row.again + 1) or "") .. "\n"
        end
    end
    text = text ~= "" and "warning: rows marked " .. DOUBTED .. " are doubtful:\n\n" .. text or ""
    text = text .. (text ~= "" and few + again > 0 and "\n" or "")
    if few > 0 then
        text = text .. ("warning: %d row%s marked " .. DOUBTED .. " %s fewer than %d samples, which tell no spread\n"):format(few,
            plural(few, "", "s"), plural(few, "has", "have"), bench.fewest_samples)
    end
    if again > 0 then
        text = text .. ("%d row%s marked " .. AGAIN .. " %s doubtful until measured again; the fastest is shown\n"):format(again,
            plural(again, "", "s"), plural(again, "was", "were"))
    end
    return text
end

-- The constants that were measured on a device; nil where none were.
local function card_of(bench, device, style)
    for _, card in ipairs(bench.cards) do
        local lines = {}
        for _, constant in ipairs(bench.constants) do
            local value = card[constant.name]
            lines[#lines + 1] = value and style.card .. ("%-30s %.6g %s%s\n"):format(constant.name, value, constant.unit,
                value ~= constant.usual and (", by default %.6g"):format(constant.usual) or "")
        end
        if card.device == device.name then return table.concat(lines) end
    end
end

local function rates_of(device)
    return (": copy %.3g, write %.3g, read %.3g GB/s, logic %.3g T operations/s"):format(device.copy * 1e-9,
        (device.write or 0) * 1e-9, (device.read or 0) * 1e-9, (device.logic or 0) * 1e-12)
end

-- Where the figures come from, then, device by device, its rates and a table of its rows, or of a bench without rows the
-- constants that were measured, then what was skipped and why, and which rows are doubted and why.
local function tables(bench, style)
    local text = origin_of(bench)
    for _, device in ipairs(bench.devices) do
        local card = not bench.rows[1] and card_of(bench, device, style)
        text = text .. device.name .. (device.driver ~= "" and ", driver " or "") .. device.driver
            .. (device.copy and rates_of(device) or "") .. "\n\n"
            .. (card or table_of(bench, device, style) .. "\n")
    end
    return text .. skipped_of(bench, style) .. doubts_of(bench, style)
end

-- A field as JSON has it, nothing where there is none, in quotes where it holds a comma, a quote or a line's end [RFC 4180].
local function field(value)
    if math.type(value) then return (math.type(value) == "integer" and "%d" or "%.9g"):format(value) end
    return value and (value:find('[,"\r\n]') and '"' .. value:gsub('"', '""') .. '"' or value) or ""
end

-- A line of names, then one a row with every field, "skipped" and the derived figures; what is not known is empty.
local function csv(bench)
    local names = table.move(all_names, #skipped_names, #all_names, #skipped_names + 1, { table.unpack(skipped_names) })
    local lines = { table.concat(names, ",") .. ",bench" }
    for _, row in ipairs(bench.rows) do
        local fields = {}
        for i, name in ipairs(names) do fields[i] = field(row[name]) end
        lines[#lines + 1] = table.concat(fields, ",") .. "," .. field(bench.command)
    end
    return table.concat(lines, "\n") .. "\n"
end

return {
    -- A row in a line of its own: which it is, and its time, or why it was skipped.
    row = function(row) return identity_of(row) .. (row.skipped or ("%.4g ms a step"):format(row.ms_median)) .. "\n" end,
    text = function(bench) return tables(bench, plain) end,
    markdown = function(bench) return tables(bench, markdown) end,
    csv = csv,
    derived = derived,
    read = read,
}
