#!/usr/bin/env bash
# layers.sh - arrows run down only: a file includes files of its own folder or of folders below, objects use each other
# the same way, and no objects need each other in a loop. The program is the library's client. Variables of the whole process, which
# jobs of several threads share, are those of tests/library/process_wide.txt.
set -euo pipefail
: "${NBB_BUILD_DIR:?}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"

# From the bottom up: each folder may use itself and those before it. Benches use the library's options and jobs, and its
# handles begin them: the two folders are one layer.
folders=(gen/base gen/domain gen/definition gen/program gen/code gen/lanes gen/plan gen/source
         runtime/base runtime/device runtime/mpi runtime/run runtime/checkpoint library/bench library cli cli/documents)

printf '%s\n' "${folders[@]}" >"$work/order"
find gen runtime cli library -name '*.[ch]' | sort >"$work/files"

# A file that stands in none of the folders has no place in the order.
stray=$(awk 'NR == FNR { known[$0]; next } { folder = $0; sub("/[^/]*$", "", folder); if (!(folder in known)) print }' \
    "$work/order" "$work/files")

# "USER USED" by includes, as paths.
xargs grep -Hoe '^#include "[^"]*"' <"$work/files" | sed -E 's/:#include "(.*)"/ \1/' >"$work/includes"

# "USER USED SYMBOL" by symbols, and without these, as objects. Their names are those of their files, of which no two are
# alike.
nm -A "$NBB_BUILD_DIR"/lib{nbb,nbb_library,nbb_cli}.a | awk '
    { split($1, place, ":") }
    NF == 3 && $2 == "U" { used[place[2] " " $3] }
    NF == 3 && $2 ~ /[BDRT]/ { definer[$3] = place[2] }
    END {
        for (use in used) {
            split(use, of, " ")
            if (of[2] in definer) print of[1], definer[of[2]], of[2]
        }
    }' | sort >"$work/symbols"
cut -d ' ' -f 1,2 <"$work/symbols" | sort -u >"$work/objects"

# Those of the uses that run up. Objects are found among the files by name; the templates' own belongs to gen/source.
run_up() {
    awk -v files="$work/files" -v order="$work/order" '
        BEGIN {
            while ((getline folder <order) > 0) level[folder] = ++levels
            level["library/bench"] = level["library"]
            while ((getline path <files) > 0) {
                folder = name = path
                sub("/[^/]*$", "", folder)
                sub(".*/", "", name)
                level[path] = level[name ".o"] = level[folder]
            }
            level["templates.c.o"] = level["gen/source"]  # these are written while building
            level["commit.c.o"] = level["gen/base"]
            level["definition_pages.c.o"] = level["gen/definition"]
            level["program_pages.c.o"] = level["gen/program"]
            level["template_pages.c.o"] = level["gen/source"]
            level["shipped.c.o"] = level["bench_pages.c.o"] = level["plot_pages.c.o"] = level["library"]
            level["report_pages.c.o"] = level["rates_text.c.o"] = level["library"]
            level["view_page.c.o"] = level["show_pages.c.o"] = level["help_pages.c.o"] = level["cli"]
        }
        !($1 in level) || !($2 in level) { print $1, "uses", $2 ", which is not a path from the top" }
        level[$2] > level[$1] { print $1, "uses", $2 }' "$1"
}

# What the commands use of what lies below the library's functions, "USER USED": objects, and files that they include.
# The table of options is theirs and the library's.
clients_use() {
    awk -v files="$work/files" '
        BEGIN {
            while ((getline path <files) > 0) { name = path; sub(".*/", "", name); place[name ".o"] = path }
            place["commit.c.o"] = "gen/base/commit.c"  # written while building
            place["view_page.c.o"] = place["show_pages.c.o"] = place["help_pages.c.o"] = "cli/view_page.c"
        }
        place[$1] ~ "^cli/" && place[$2] !~ "^(cli/|gen/base/|runtime/base/|library/option)" && $3 !~ "^nbbgen_" { print $1, $2 }' \
        "$work/symbols" | sort -u
}
clients_include() {
    grep '^cli/[^/]* ' "$work/includes" | grep -vE ' (cli/|gen/base/|runtime/base/|library/(option|nbbgen\.h))' | sort
}
# client, main and view: signals stop a handle, and the program, whose options are parsed already, how a failure is reported, and what runs a script; help: which options have an
# effect with which map, what a word is that is no topic, names that complete one, and what runs its script; show: how a failure is reported, and the
# same; view_answers: the header of an array; run_ranks: processes that share a handle, which the program starts and
# ends, not the library.
wanted="client.c.o describe.c.o
client.c.o interrupt.c.o
client.c.o library_open.c.o
client.c.o page.c.o
help.c.o constraints.c.o
help.c.o kinds.c.o
help.c.o page.c.o
run_ranks.c.o interrupt.c.o
run_ranks.c.o ranks.c.o
run_ranks.c.o request.c.o
view.c.o interrupt.c.o
view_answers.c.o npy.c.o
cli/client.c runtime/device/machine.h
cli/commands.h runtime/device/ranks.h
cli/main.c runtime/device/machine.h
cli/run_ranks.c runtime/device/machine.h
cli/view.c runtime/device/machine.h
cli/view_answers.c runtime/run/npy.h"
clients=$(clients_use; clients_include)
if [[ $clients != "$wanted" ]]; then
    printf 'commands go by the stages, not by nbbgen.h:\n%s\n' "$(diff <(echo "$wanted") <(echo "$clients"))"
    exit 1
fi

# In these folders a header and its source are one: by includes and uses together, none needs itself by way of others.
one_uses() {  # FOLDER
    sed -nE "s,^$1/([a-z_]+)\\.[ch] $1/([a-z_]+)\\.h\$,\\1 \\2,p" "$work/includes"
    sed -E 's,\.c\.o,,g' "$work/objects" | awk -v files="$work/files" -v folder="$1/" '
        BEGIN { while ((getline path <files) > 0) if (sub("^" folder, "", path) && sub("[.]c$", "", path)) of[path] = 1 }
        ($1 in of) && ($2 in of)'
}

# "FILE VARIABLE...", of those that are written.
process_wide() {
    objdump -t "$NBB_BUILD_DIR"/lib{nbb,nbb_library}.a | awk '
        /file format/ { file = $1; sub("[.]o:$", "", file) }
        / O [.](bss|data)/ && !/ [.]data[.]rel[.]ro/ { sub("[.].*", "", $NF); print file, $NF }' | sort -u |
        awk '{ of[$1] = of[$1] " " $2 } END { for (file in of) print file of[file] }' | sort
}
unsaid=$(diff <(sed -n 's,^[^ ]*/,,; / /p' tests/library/process_wide.txt | sort) <(process_wide) || true)
if [[ -n $unsaid ]]; then
    printf 'variables of the whole process are not those of tests/library/process_wide.txt:\n%s\n' "$unsaid"
    exit 1
fi

up=$(run_up "$work/includes"; run_up "$work/objects")
for folder in gen/{definition,code,plan} runtime/{device,mpi,run,checkpoint} library library/bench cli cli/documents; do one_uses "$folder"; done |
    awk '$1 != $2' | sort -u >"$work/one"
loops=$(tsort "$work/objects" 2>&1 >/dev/null || true; tsort "$work/one" 2>&1 >/dev/null || true)
includes=$(wc -l <"$work/includes") uses=$(wc -l <"$work/objects")
if [[ $includes -lt 100 || $uses -lt 100 || $(wc -l <"$work/one") -lt 80 || -n $stray$up$loops ]]; then
    printf '%s includes and %s uses (at least 100 wanted of each)\nin no folder of the order: %s\nupwards: %s\nloops: %s\n' \
        "$includes" "$uses" "$stray" "$up" "$loops"
    exit 1
fi
echo "$includes includes and $uses uses, all downwards, no loop"
