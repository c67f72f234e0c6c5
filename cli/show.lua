-- show.lua - what commands say of fractals, simplices, programs and machines: forms (forms.lua) over what the library tells.

-- ---- list ----

local function list(rows)
    local lines = {}
    for _, row in ipairs(rows) do
        lines[#lines + 1] = not row.error and say(row,
            "[{program?}{name:-15} program: {program}|{m?}{name:-12} simplex, m = {m}   largest n {largest_n}|{name:-12}"
            .. " [k = {k:2}   s = {s; x }|levels {draw?}at random|levels cyclic]   dimension {dimension:.4f}   largest r {levels}]\n")
            or nil
    end
    return table.concat(lines)
end

-- Of each map its steps' schedule on CUDA, then those that --schedule has instead.
local function schedules(object)
    local text = ""
    for map, of in each(object.schedules) do
        text = text .. ("  %-9s  %s"):format(map, of.schedule)
        for name, why in each(of.others) do text = text .. (why and "" or ", " .. name) end
        text = text .. "\n"
    end
    return text ~= "" and "steps on CUDA, and otherwise by --schedule\n" .. text or text
end

-- ---- fractals and simplices ----

local LAYOUT = "layout     {layout;\n           }\n[turns      {turns;, }\n]"
local HASH = "hash       [{hash;, }[{own_hash~} (of the layout)]|no form of tau(beta)]\n"

-- What holds of a layout: of that of all levels, or one after the other of levels that differ.
local function layouts_of(object, form)
    local text = ""
    for _, layout in ipairs(object.layouts or { object }) do text = text .. say(layout, form) end
    return text
end

local function fractal(object)
    local alike = not object.layouts
    local text = layouts_of(object, alike and LAYOUT or LAYOUT .. "k          {k}\ns          {s; x }\n" .. HASH) .. say(object,
        "[k          {k}\ns          {s; x }|levels     [at random, seed {draw.seed}|cyclic]]\n"
        .. "dimension  {dimension:.6f}\nlargest r  {levels}\n" .. (alike and HASH or "")
        .. "[at r = {r}\n  box        {n; x }\n  cells      {cells}\n  orthotope  {orthotope; x }\n]")
    for map, bytes in each(object.bytes) do
        local largest = object.largest_r[map]
        text = text .. ("  %-9s  %d bytes a state%s\n"):format(map, bytes,
            largest < object.r and ("; no CUDA kernel past r = %d"):format(largest) or "")
    end
    return text .. schedules(object)
end

local labels = { above = "lambda from above", below = "lambda from below", branches = "lambda, branches" }

-- Also the largest sides with a CUDA kernel by way, on one line.
local function simplex(object)
    local text = say(object, "simplex    m = {m}: the cells whose coordinates add up to less than n\nlargest n  {largest_n}\n"
        .. "on CUDA   ")
    for way, figures in each(object.maps) do
        text = text .. (text:find(" $") and "" or ";") .. (" %s %d"):format(labels[way] or way, figures.largest_n)
    end
    text = text .. say(object, "\n[at n = {n}\n  cells           {cells}\n]")
    for way, figures in each(object.cells and object.maps) do
        figures.cells = object.cells
        text = text .. ("  %-20s"):format(labels[way] or way) .. say(figures,
            "[{places} places, {places/cells:.4g} times the cells; [{threads} threads|no CUDA kernel of sw past n = {largest_n}];"
            .. " a state[ embedded {embedded} bytes[{packed?},]][ packed {packed}]|no kernel of sw past n = {largest_n_host}, on"
            .. " CUDA {largest_n}]" .. (way == object.from and "[{places?} (the choice)]" or "")) .. "\n"
    end
    return text .. schedules(object)
end

-- Volumes of recursive sets; null stands for infinity, past what a double holds.
local function volumes(object)
    local text = say(object, "simplex    m = {m}, n = {n:.0f}: {simplex:.6g} cells, coordinates adding up to less than n - 1\n"
        .. "box        {box:.6g} places, {box/simplex:.4g} times the cells\n")
    for _, set in ipairs({ { "set", "set" }, { "paper's", "paper" }, { "best", "best" } }) do
        text = text .. ("%-10s "):format(set[1]) .. say(object[set[2]],
            "ratio {ratio:.6g}, arity {arity}: [volume {volume:.6g}, {overhead*100:.4g}% above|a volume past 1.8e+308]"
            .. "[ ({overhead_limit*100:.4g}% without end)| (without limit)][{n0~}, does not suffice|, suffices at the"
            .. " sides ratio^-i from {n0:.4g}, [{n0_all?}at all from {n0_all:.0f}|not at all others]]\n")
    end
    return text .. say(object, "searched   ratios from {searched.ratio:.4g} to 1 by {searched.step:g}, of each the least arity that"
        .. " suffices from {searched.n0:.4g}\n")
end

-- ---- programs ----

-- What holds on every domain of the axes that the program is bound to.
local function everywhere(object)
    local cell = {}
    for name, type in each(object.cell) do cell[#cell + 1] = name .. " " .. type end
    return "cell       " .. table.concat(cell, ", ") .. say(object,
        "; [{cell_bits} bit{cell_bits:s}, ]{cell_bytes} byte{cell_bytes:s}\nneighbours [{list}, ]{neighbours} offsets\n"
        .. "order      [{order?}sublattices, {colours} colours: ({order}) mod {colours}|synchronous]\n"
        .. "draws      {requests} a cell and step[{cell_bits?}, by planes]\n[rule       {rule}\n]"
        .. "[{exact~}rounding   differs between targets: results are compared with a tolerance\n]")
end

local function program(object)
    local text = say(object, "{program} ([{path}|a rule]) on {fractal}\n") .. everywhere(object) .. say(object,
        "[{cells?}[at r = {r}\n|at n = {n}\n]  cells      {cells}\n[{requests?}  random     at most {random_words} words a step\n]]")
    for map, bytes in each(object.bytes) do -- of lanes also how values lie in words
        text = text .. ("  %-9s  "):format(map) .. (bytes and ("%d bytes a state"):format(bytes) or "none: " .. object.none[map])
            .. (bytes and map == "lanes" and say(object, "[, {operations_per_cell:.3g} operations a cell and step|, values in"
                .. " words[: {values_because}]][; observables cell by cell: {observe_because}]") or "") .. "\n"
    end
    return text .. schedules(object)
end

-- ---- info, check and doctor ----

local function ranks(object)
    local text = ("  %-9d"):format(#object.ranks) .. say(object, "  ranks, map {map}, {steps_a_launch} step{steps_a_launch:s} a launch\n")
    for number, rank in ipairs(object.ranks) do
        local all = 0
        text = text .. ("    rank %-3d  %d items; a step gets"):format(number - 1, rank.items)
        for other, bytes in ipairs(rank.bytes_a_launch_from) do
            all = all + bytes
            text = text .. (bytes > 0 and (" %.6g bytes from %d,"):format(bytes / object.steps_a_launch, other - 1) or "")
        end
        text = text .. (" %.6g bytes in all\n"):format(all / object.steps_a_launch)
    end
    return text
end

local function info(object)
    local text = object.searched and volumes(object) or object.program and program(object)
        or say(object, "{name} ({path})\n") .. (object.m and simplex or fractal)(object)
    return text .. say(object, "[  {parts.count:-9}  part{parts.count:s} of the state, {parts.steps_a_pass} step{parts.steps_a_pass:s} at a time, by"
        .. " {parts.buffers} buffers of {parts.device_bytes} bytes in all on a GPU\n"
        .. "             {parts.host_bytes} bytes in the host's memory; about {parts.ms_per_step:.3g} ms a step,"
        .. " [in which copies take {parts.link_ms_per_step:.3g} ms at 50 GB/s|if the disk is fast enough]\n"
        .. "[             two files of {parts.files.bytes} bytes each in {parts.files.path}, where {parts.files.available} are free: a pass"
        .. " reads one and writes the other\n]]"
        .. "[  whole      {whole_bytes} bytes of the state and its next one, so that it needs no parts\n]") .. (object.ranks and ranks(object) or "")
end

-- Of a program also whether words hold bits, what a step costs then, or what in the text decided that they hold values.
local function check(object)
    if object.program then
        return say(object, "{path}: a valid program\n") .. everywhere(object) .. say(object,
            "words      [a value each: {values_because}|bits of 32 cells each, about {operations_per_word} operations a word and"
            .. " step beside its draws]\n{text}")
    end
    return say(object, "{path}: a valid definition of {name}\n[simplex    m = {m}\n]")
        .. (object.m and "" or layouts_of(object, LAYOUT .. "hash       [{own_hash?}equals the table|none given]\n"
            .. "member     [{own_member?}equals the layout|none given]\n"))
        .. say(object, "maps       lambda and its inverse agree on [every tile of all sides up to {checked.tiles} tiles, from above and"
            .. " below|all {checked.cells} cells of level {checked.level}]\n")
end

local function doctor(object)
    local text = ""
    for what, finding in each(object) do
        text = text .. ("%-10s %-4s "):format(what, finding.usable and "ok" or "none")
            .. say(finding, finding.usable and "{is}\n" or "{is}\n                to get it: {get}\n")
    end
    return text
end

return { list = list, info = info, check = check, doctor = doctor }
