-- documents.lua - writes the manual and the completions for bash, fish and zsh, so that they say what the program does.
--
-- documents.c gives `commands`, `rows` of the table of options, their `groups`, `statuses`, `fractals`, `programs`, `topics`,
-- `version` and the folder `place`, which has a folder man.

local function write(name, text)
    local file <close> = assert(io.open(place .. "/" .. name, "wb"))
    assert(file:write(text))
end

local function map(list, form)
    local made = {}
    for i, item in ipairs(list) do made[i] = form(item) end
    return made
end

local function words_of(list, form, between)
    return table.concat(map(list, form or tostring), between or " ")
end

local function keep(list, fits)
    local kept = {}
    for _, item in ipairs(list) do
        if fits(item) then kept[#kept + 1] = item end
    end
    return kept
end

local function name_of(item) return item.name end

-- ---- completions ----

local help = { name = "help", purpose = "a command's options, or a page" }
local all_commands = { table.unpack(commands) }
all_commands[#all_commands + 1] = help
local all_topics = words_of(commands, name_of) .. " " .. words_of(topics)
local all_fractals = words_of(fractals)

-- The alternatives of "auto|cpu|cuda[:N|:all]" as far as they can be told: one in capitals stands for others, and what is in
-- brackets may follow.
local function alternatives(argument)
    local words = {}
    for word in argument:gsub("%[.-%]", ""):gmatch("[^|]+") do
        if not word:find("%u") then words[#words + 1] = word end
    end
    return words
end

-- For the value of an option: words, files of any name, or folders; none of them where the value is the user's own, as a number,
-- and for a flag.
for _, row in ipairs(rows) do
    local argument = row.argument or ""
    row.files, row.folders = argument:find("FILE"), argument:find("DIR")
    row.words = words_of(row.name == "program" and programs or row.choices or argument:find("|") and alternatives(argument) or {})
end

local function takes_list(command, row) return command.name == "bench" and row.listed end

-- What an option or command does, up to the first aside, with each of the `special` characters behind `escape`.
local function purpose(words, special, escape)
    return (words:match("^[^;(]*"):gsub(" +$", ""):gsub("[" .. special .. "]", escape .. "%0"))
end

-- Bash takes "=" for a word of its own: "--map=la" is --map, = and la. `lists` is the command to which a value is a list with
-- commas.
local bash = [==[
# nbbgen's completions for bash, made from its table of options.
_nbbgen()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words='' files='' options='' fractals='' equals='' lists=''
    [[ $current != = ]] || equals=1 current=''
    [[ $previous != = ]] || equals=1 previous=${COMP_WORDS[COMP_CWORD - 2]}
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '@commands' -- "$current"))
        return
    fi
    if [[ ${COMP_WORDS[1]} == help ]]; then
        COMPREPLY=($(compgen -W '@topics' -- "$current"))
        return
    fi
    case ${COMP_WORDS[1]}:$previous in
@values        *) files=none ;;
    esac
    if [[ $files != none ]]; then
        if [[ $lists == "${COMP_WORDS[1]}" && $current == *,* ]]; then
            COMPREPLY=($(compgen -P "${current%,*}," -W "$words" -- "${current##*,}"))
            return
        fi
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [[ -z $files ]] || COMPREPLY+=($(compgen $files -- "$current"))
        compopt -o filenames
        return
    fi
    case ${COMP_WORDS[1]} in
@options    esac
    case $current in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
        *)
            COMPREPLY=($(compgen -W "$fractals" -- "$current"))
            if [[ -n $fractals ]]; then
                COMPREPLY+=($(compgen -f -X '!*.lua' -- "$current"))
                COMPREPLY+=($(compgen -d -- "$current"))
            fi
            compopt -o filenames
            ;;
    esac
}
complete -F _nbbgen nbbgen
]==]

-- The case of an option with a value: "run:--map | run:-m) words='...' ;;".
local function bash_value(row)
    local takers = keep(commands, function(command) return row[command.name] end)
    local cases = words_of(takers, function(command)
        local long = command.name .. ":--" .. row.name
        return row.short and long .. " | " .. command.name .. ":-" .. row.short or long
    end, " | ")
    return ("        %s) words='%s' files=%s%s%s ;;\n"):format(
        cases, row.words, row.files and "-f" or row.folders and "-d" or "", row.bench and row.listed and "; lists=bench" or "",
        row.kind == "variant" and "; [[ -n $equals ]] || files=none" or "")
end

-- The options of a command, and whether it takes fractals.
local function bash_options(command)
    local taken = keep(rows, function(row) return row[command.name] end)
    return ("        %s)\n            options='--help%s'\n%s            ;;\n"):format(
        command.name, words_of(taken, function(row) return " --" .. row.name end, ""),
        command.subjects ~= "" and ("            fractals='%s'\n"):format(all_fractals) or "")
end

local parts = {
    commands = words_of(all_commands, name_of),
    topics = all_topics,
    values = words_of(keep(rows, function(row) return row.argument end), bash_value, ""),
    options = words_of(commands, bash_options, ""),
}
write("nbbgen.bash", (bash:gsub("@(%l+)", parts)))

-- An entry for fish that holds once one of these commands stands there.
local function fish_from(takers)
    return ("complete -c nbbgen -n '__fish_seen_subcommand_from %s'"):format(words_of(takers, name_of))
end

local function fish_purpose(words) return (" -d '%s'\n"):format(purpose(words, "\\'", "\\")) end

local function fish_option(row, lists)
    local takers = keep(commands, function(command)
        return row[command.name] and not takes_list(command, row) == not lists
    end)
    if #takers == 0 then return "" end
    local text = fish_from(takers) .. " -l " .. row.name .. (row.short and " -s " .. row.short or "")
    if row.argument and row.kind ~= "variant" then  -- a value that must be there: of files too, or of none
        text = text .. (row.files and " -r -F" or " -x")
    end
    if row.words ~= "" or row.folders then
        local words = row.folders and "(__fish_complete_directories)" or row.words
        text = text .. (lists and " -a '(__fish_append , %s)'" or " -a '%s'"):format(words)
    end
    return text .. fish_purpose(row.help)
end

write("nbbgen.fish", "# nbbgen's completions for fish, made from its table of options.\ncomplete -c nbbgen -f\n"
    .. words_of(all_commands, function(command)
        return "complete -c nbbgen -n __fish_use_subcommand -a " .. command.name .. fish_purpose(command.purpose)
    end, "")
    .. ("complete -c nbbgen -n '__fish_seen_subcommand_from help' -a '%s'\n"):format(all_topics)
    .. words_of(rows, function(row) return fish_option(row, false) .. fish_option(row, true) end, "")
    .. fish_from(keep(commands, function(command) return command.subjects ~= "" end))
    .. (" -a '%s (__fish_complete_suffix .lua)'\n"):format(all_fractals))

-- "'--map=[where threads go]:value:(auto bb lambda)'", and the same of the short name.
local function zsh_form(row, lists, form)
    local value = ""
    if row.argument then
        local has_words = row.words ~= ""
        value = (row.kind == "variant" and ":" or "") .. ":value:"
            .. (has_words and row.files and ("{compadd -- %s; _files}"):format(row.words)
                or has_words and lists and "_values -s , value " .. row.words
                or has_words and ("(%s)"):format(row.words) or row.files and "_files" or "")
            .. (row.folders and "_files -/" or "")
    end
    local repeats = (row.kind == "texts" or row.kind == "set") and "*" or ""
    return ("            '%s%s[%s]%s'\n"):format(repeats, form, purpose(row.help, "'", "'\\'"), value)
end

local function zsh_option(command, row)
    local lists = takes_list(command, row)
    local long = "--" .. row.name .. (not row.argument and "" or row.kind == "variant" and "=-" or "=")
    return zsh_form(row, lists, long)
        .. (row.short and zsh_form(row, lists, "-" .. row.short .. (row.argument and "+" or "")) or "")
end

local function zsh_command(command)
    local taken = keep(rows, function(row) return row[command.name] end)
    return ("    %s)\n        arguments=(\n            '--help[list the options]'\n"):format(command.name)
        .. words_of(taken, function(row) return zsh_option(command, row) end, "")
        .. (command.subjects ~= "" and ("            '*:fractal:{compadd -- %s; _files -g \"*.lua\"}'\n"):format(all_fractals) or "")
        .. "        )\n        ;;\n"
end

write("_nbbgen", "#compdef nbbgen\n# nbbgen's completions for zsh, made from its table of options.\n"
    .. "local -a commands arguments\nif ((CURRENT == 2)); then\n    commands=(\n"
    .. words_of(all_commands, function(command)
        return ("        '%s:%s'\n"):format(command.name, purpose(command.purpose, "'", "'\\'"))
    end, "")
    .. "    )\n    _describe command commands\n    return\nfi\nshift words\n((CURRENT--))\ncase $words[1] in\n"
    .. ("    help) compadd -- %s; return ;;\n"):format(all_topics) .. words_of(commands, zsh_command, "")
    .. "    *) return 1 ;;\nesac\n_arguments -s $arguments\n")

-- ---- the manual, as roff's man macros take it ----

-- What the environment changes, for nbbgen(1).
local variables = {
    { "NBBGEN_FRACTALS", "folders with definitions of one's own, colons between them: their names follow the shipped ones" },
    { "NBBGEN_PROGRAMS", "the same for programs" },
    { "NBBGEN_TEMPLATES", "a folder that is searched for templates first, as --templates" },
    { "NBBGEN_NVRTC", "the file of NVRTC's library" },
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
        local taken = keep(rows, function(row) return row[command.name] and row.group == group end)
        page = page .. (#taken > 0 and section(group) or "") .. words_of(taken, function(row) return option(row, command.name) end, "")
    end
    write("man/nbbgen-" .. command.name .. ".1",
        page .. (command.notes and notes(command.notes) or "") .. ".SH \"SEE ALSO\"\n\\fBnbbgen\\fR(1)\n")
end

write("man/nbbgen.1", begin("", "makes CUDA or C kernels for one fractal, and runs work on them")
    .. "\\fBnbbgen\\fR \\fICOMMAND\\fR [\\fIFRACTAL\\fR] [\\fIOPTION\\fR]...\n" .. section("Description")
    .. roff("nbbgen turns the definition of a discrete fractal, a small Lua file, into kernels made for that fractal alone, compiles"
        .. " them and runs work on them.\nFRACTAL is a name that 'nbbgen list' shows, or the path of a .lua file.\n")
    .. section("Commands") .. words_of(commands, function(command)
        return (".TP\n\\fBnbbgen\\-%s\\fR(1)\n%s\n"):format(command.name, roff(command.purpose))
    end, "")
    .. section("Exit status") .. words_of(statuses, function(status) return item(status[1], status[2]) end, "")
    .. section("Environment") .. words_of(variables, function(variable) return item(variable[1], variable[2]) end, "")
    .. section("Files")
    .. item("$XDG_CACHE_HOME/nbbgen, ~/.cache/nbbgen",
        "Compiled modules, at most 256 MiB: beyond that, the one used longest ago is deleted first.")
    .. item("../share/nbbgen, from the program's folder",
        "The fractals and programs that come with nbbgen, and its templates."))
