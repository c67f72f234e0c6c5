-- embed.lua - writes Lua that the program carries as a C file, as string.dump has it: to compile it takes longer than all else of a
-- small expansion.
--
-- embed OUTPUT templates FOLDER PATH...: a table (template.h) of the PATHs below FOLDER, in their order; of a template it has the Lua
-- that template.lua makes of it.
-- embed OUTPUT page NAME FILE...: nbb_NAME_pages (gen/base/sandbox.h), the FILEs one behind another.
-- embed OUTPUT limited NAME FILE...: the same of a page in a sandbox with limits, where lengths are the same every time.
local output, kind, name = ...
local lines = { "/* Written by gen/source/embed.lua: do not edit. */" }

local function put(format, ...) lines[#lines + 1] = format:format(...) end

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return assert(file:read("a"))
end

-- A text, compiled, as an array: a literal's bytes, which compilers read in a tenth of the time of numbers.
local function put_chunk(array, text, place)
    local bytes = string.dump(assert(load(text, place, "t"))):gsub(".", function(byte) return ("\\%03o"):format(byte:byte()) end)
    put('static const unsigned char %s[] = "%s";', array, bytes)
end

local function put_templates(folder, paths)
    local here = debug.getinfo(1, "S").source:match("^@(.*/)")
    dofile(here .. "text.lua")
    dofile(here .. "template.lua")
    put('#include "gen/source/template.h"\n')
    for i, path in ipairs(paths) do
        local text, place = read(folder .. "/" .. path), "=templates/" .. path
        put_chunk("chunk" .. i, path:find("%.in$") and lua_of(text, place) or text, place)
    end
    put("\nconst nbb_embedded_file nbb_embedded_templates[] = {")
    for i, path in ipairs(paths) do put('    { "%s", { chunk%d, sizeof chunk%d - 1 } },', path, i, i) end
    put("    { NULL, { NULL, 0 } }\n};")
end

local function put_page(paths)
    local texts = {}
    for i, path in ipairs(paths) do texts[i] = read(path) end
    local text = table.concat(texts)
    put('#include "gen/base/sandbox.h"\n')
    put_chunk("chunk", kind == "limited" and same_lengths(text) or text, "=" .. name .. ".lua")
    put("\nconst nbb_page_script nbb_%s_pages = { chunk, sizeof chunk - 1 };", name)
end

if kind == "templates" then put_templates(name, { select(4, ...) }) else put_page({ select(4, ...) }) end
local file <close> = assert(io.open(output, "w"))
if not (file:write(table.concat(lines, "\n"), "\n") and file:flush()) then
    os.remove(output) -- half a file would be newer than what it is made from
    error(output .. ": cannot be written")
end
