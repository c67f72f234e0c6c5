-- documents.lua - writes the manual, so that it says what the program does.
--
-- documents.c gives `commands`, `rows` of the table of options, their `groups`, `statuses`, `version` and the folder `place`, which
-- has a folder man.

local function write(name, text)
    local file <close> = assert(io.open(place .. "/" .. name, "wb"))
    assert(file:write(text))
end

-- What a form makes of each item, one behind the other.
local function all_of(list, form)
    local made = {}
    for i, item in ipairs(list) do made[i] = form(item) end
    return table.concat(made)
end

-- What the environment changes, for nbbgen(1).
local variables = {
    { "NBBGEN_FRACTALS", "folders with definitions of one's own, colons between them: their names follow the shipped ones" },
    { "NBBGEN_PROGRAMS", "the same for programs" },
    { "NBBGEN_TEMPLATES", "a folder that is searched for templates first, as --templates" },
    { "NBBGEN_NVRTC", "the file of NVRTC's library" },
    { "NBBGEN_DIRECT", "1: a GPU's files of --state go past the system's cache, 0: never; else where both are larger than the memory" },
    { "NBBGEN_LIBCUDA", "the file of the CUDA driver's library" },
    { "NBBGEN_NCCL", "the file of NCCL's library, instead of libnccl.so.2" },
    { "CUDA_HOME, CUDA_PATH", "the folder of the CUDA toolkit, whose lib64 and include are searched for NVRTC" },
    { "LD_LIBRARY_PATH", "folders that are searched for NVRTC before" },
    { "CC", "the C compiler of the host target, instead of cc" },
    { "OMP_NUM_THREADS", "how many threads the host target has; --threads goes before it" },
    { "OMP_WAIT_POLICY, GOMP_SPINCOUNT",
      "how the host target's threads wait; where neither is set, passive: they sleep" },
    { "XDG_CACHE_HOME, HOME", "where the cache lies" },
    { "TMPDIR", "where files lie that last for one run, instead of /tmp" },
    { "DISPLAY, WAYLAND_DISPLAY", "whether there is a screen: view opens its page in a browser" },
    { "SSH_CONNECTION", "the machine and port that view says how to forward" },
}

-- Words as roff prints them: a minus is one that can be copied, and no line begins with a control.
local function roff(words)
    words = words:gsub("[-\\]", { ["-"] = "\\-", ["\\"] = "\\e" })
    return (("\n" .. words):gsub("\n([.'])", "\n\\&%1"):sub(2))
end

-- A title in capitals, as manuals have them.
local function section(title) return (".SH \"%s\"\n"):format(title:upper()) end

-- A tagged paragraph: the tag in bold, then words.
local function item(tag, words) return (".TP\n\\fB%s\\fR\n%s\n"):format(roff(tag), roff(words)) end

-- The title and the line that apropos shows. `command` is "" for the program's own page.
local function begin(command, words)
    local dash = command ~= "" and "-" or ""
    return (".TH \"nbbgen%s%s\" 1 \"\" \"nbbgen %s\" \"nbbgen\"\n.SH NAME\nnbbgen%s%s \\- %s\n.SH SYNOPSIS\n"):format(
        dash, command, version, dash:gsub("-", "\\-"), command, roff(words))
end

-- "-n, --steps=N"
local function option(row, command)
    local value = row.argument and "=" .. row.argument or ""
    local tag = (row.short and "-" .. row.short .. ", " or "") .. "--" .. row.name
    return item(tag .. (row.kind == "variant" and command ~= "bench" and "[" .. value .. "]" or value), row.help .. row.maps)
end

-- What --help says behind the options: paragraphs, of which indented lines are examples.
local function notes(text)
    local page = ".SH NOTES\n"
    for line in (text .. "\n"):gmatch("(.-)\n") do
        page = page .. (line == "" and ".PP\n" or line:find("^  ") and ".EX\n" .. roff(line) .. "\n.EE\n" or roff(line) .. "\n")
    end
    return page
end

for _, command in ipairs(commands) do
    local page = begin(command.name, command.purpose) .. ("\\fBnbbgen %s\\fR "):format(command.name) .. roff(command.subjects)
        .. (command.subjects ~= "" and " " or "") .. "[\\fIOPTION\\fR]...\n"
    for _, group in ipairs(groups) do
        local taken = all_of(rows, function(row)
            return row[command.name] and row.group == group and option(row, command.name) or ""
        end)
        page = page .. (taken ~= "" and section(group) or "") .. taken
    end
    write("man/nbbgen-" .. command.name .. ".1",
        page .. (command.notes and notes(command.notes) or "") .. ".SH \"SEE ALSO\"\n\\fBnbbgen\\fR(1)\n")
end

write("man/nbbgen.1", begin("", "makes CUDA or C kernels for one fractal, and runs work on them")
    .. "\\fBnbbgen\\fR \\fICOMMAND\\fR [\\fIFRACTAL\\fR] [\\fIOPTION\\fR]...\n" .. section("Description")
    .. roff("nbbgen translates the definition of a discrete fractal, a small Lua file, into kernels made for that fractal alone, compiles"
        .. " them and runs work on them.\nFRACTAL is a name that 'nbbgen list' shows, or the path of a .lua file.\n")
    .. section("Commands") .. all_of(commands, function(command)
        return (".TP\n\\fBnbbgen\\-%s\\fR(1)\n%s\n"):format(command.name, roff(command.purpose))
    end)
    .. section("Exit status") .. all_of(statuses, function(status) return item(status[1], status[2]) end)
    .. section("Environment") .. all_of(variables, function(variable) return item(variable[1], variable[2]) end)
    .. section("Files")
    .. item("$XDG_CACHE_HOME/nbbgen, ~/.cache/nbbgen",
        "Compiled modules, at most 256 MiB: beyond that, the one used longest ago is deleted first.")
    .. item("../share/nbbgen, from the program's folder",
        "The fractals and programs that come with nbbgen, and its templates."))
