-- report.lua - a finished run in words: its JSON, and `more`, what words alone say (report.h), filled into forms (forms.lua).

local function program_of(report)
    local text, before = " " .. report.program, " with "
    for name, value in each(report.param) do
        text, before = text .. ("%s%s = %g"):format(before, name, value), ", "
    end
    local near = report.neighbours
    return text .. (type(near) == "string" and "; neighbours " .. near or ("; %d neighbours"):format(#near))
        .. (report.inexact and "; rounded as the device rounds" or "")
end

-- The range of its rates, of values that were tried.
local function exchange_of(exchange)
    local least, most = 1, 0
    for _, pair in ipairs(exchange.pairs) do
        if pair.tried > 0 then least, most = math.min(least, pair.rate), math.max(most, pair.rate) end
    end
    return say(exchange, "exchange    {parameter} by {energy} every {every} steps,")
        .. (" accepted %.3g to %.3g of neighbours\n"):format(least, most)
end

local function text(report)
    report.host = report.target == "host"
    report.words = report.program and (report.values == "bits" and "bits of words" or report.values)
    report.count = report.copies and #report.copies
    return say(report, "[{fractal} r = {r}|{simplex} n = {n.0}]: {n; x } box, {cells} cell{cells:s}\nworkload    {workload}")
        .. (report.program and program_of(report) or say(report, "[ {rule}]"))
        .. say(report, ", {steps} step{steps:s}[, stopped by {more.stop}]\n"
            .. "map         {map}[, tiles of {tile; x }][{persistent?}, a persistent launch[{cluster?} with the states in shared memory],"
            .. " {more.steps} step{more.steps:s} between two waits][, from {from}][ in {launches} launches], {storage} storage"
            .. "[, values in {words}][, {places/cells:.3g} places a cell]"
            .. "[, tensor cores (variant {tc}[, not used: {tc_idle}|{host?}, evaluated on the host])][, eval {choices.eval}]"
            .. "[, hash {choices.hash}][, intra {choices.intra}][, halo {choices.halo}]\n"
            .. "device      {device}[, one of {ranks} ranks][\ncopies      {count}, at most {more.copies} at once; the last one is]\n")
        .. (report.exchange and exchange_of(report.exchange) or "")
        .. say(report, "population  {population0} -> {population}\n[sum         {sum}\n][digest      {digest0} -> {digest}\n]"
            .. "{more.observed}time        {ms_per_step.median:.4g} ms a step (median of {ms_per_step.samples}; {ms_per_step.min:.4g}"
            .. " to {ms_per_step.max:.4g}), {cells_per_second:.3g} cells a second\nmemory      ") .. amount(report.memory_bytes)
        .. (report.parts and say(report, " for {parts} part{parts:s}, {steps_a_pass} step{steps_a_pass:s} at a time, of a state of ")
            .. amount(report.host_bytes) .. (report.more.in_files and " in files" or " in the host's memory") or "")
        .. say(report, "[{in_place?}, updated in place]; a step moves ") .. amount(report.bytes_per_step)
        .. say(report, "[{cluster?} in shared memory]\nmodule      {compile_ms:.0f} ms, ")
        .. (report.cache == "hit" and "from the cache\n" or "compiled\n")
end

return { text = text }
