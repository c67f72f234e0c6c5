-- options.lua - writes the keyword arguments of the Python package, the file `place`, from the table of options (documents.c).

-- A function takes the rows of its command that the library takes, too.
local function of_library(row) return row.library end
local function of_steps(row) return row.library and not row.whole and row.name ~= "steps" end
local calls = {
    { "RunOptions", "Run", "run", function(row) return of_steps(row) and row.name ~= "sweep" end },
    { "EnsembleOptions", "Ensemble", "run", of_steps },
    { "WholeOptions", "run", "run", function(row) return row.library or row.whole end },
    { "BenchOptions", "bench", "bench", function() return true end },
    { "EmitOptions", "emit and kernels", "emit", of_library },
    { "InfoOptions", "info", "info", of_library },
    { "SizeOptions", "Fractal.png", "render", of_library },
}

local keywords = {}
for word in ("and as assert async await break class continue def del elif else except finally for from global if import in is"
    .. " lambda nonlocal not or pass raise return try while with yield"):gmatch("%l+") do
    keywords[word] = true
end

-- The types of values; those of a variant may be True, too: the best one.
local types = {
    flag = "bool", image = "bool", integer = "SupportsIndex", unsigned = "SupportsIndex", variant = "SupportsIndex",
    real = "SupportsFloat",
}
local types_of_lists = { set = "Parameters", init = "Init", sweep = "Sweeps" }

local function type_of(row, call)
    local argument = row.argument or ""
    if row.kind == "seeds" then
        return (call == "Ensemble" or call == "run") and "Seeds" or call == "bench" and "Union[SupportsIndex, str]" or "SupportsIndex"
    end
    if row.kind == "texts" or row.kind == "set" then return types_of_lists[row.name] or "Words" end
    return types[row.kind] or (argument:find("FILE") or argument:find("DIR")) and "Path" or "str"
end

local function annotation(row, call)
    local is_bench = call == "bench"
    if is_bench and row.listed then return ("Listed[%s]"):format(row.kind == "choice" and "str" or type_of(row, call)) end
    if row.kind == "choice" then return 'Literal["' .. table.concat(row.choices, '", "') .. '"]' end
    return not is_bench and row.name == "program" and "Union[Path, Program]" or type_of(row, call)
end

local text = [[
"""The keyword arguments of functions, made from nbbgen's table of options."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, SupportsFloat, SupportsIndex, TypedDict, Union

if TYPE_CHECKING:
    from ._given import Init, Listed, Parameters, Path, Program, Seeds, Sweeps, Words
]]

-- "steps_per_launch: SupportsIndex", and what it does.
for _, call in ipairs(calls) do
    local name, of, command, takes = table.unpack(call)
    text = text .. ('\n\nclass %s(TypedDict, total=False):\n    """Of %s."""\n'):format(name, of)
    for _, row in ipairs(rows) do
        if row[command] and takes(row) then
            text = text .. ('\n    %s%s: %s\n    """%s"""\n'):format(row.name:gsub("-", "_"), keywords[row.name] and "_" or "",
                annotation(row, of), (row.help:gsub('[\\"]', "\\%0")))
        end
    end
end
text = text .. "\n\nFORMER = {\n"
for _, names in ipairs(former) do text = text .. ('    "%s": "%s",\n'):format(table.unpack(names)) end
text = text .. '}\n"""Names that arguments had before, and have now."""\n'
local file <close> = assert(io.open(place, "wb"))
assert(file:write(text))
