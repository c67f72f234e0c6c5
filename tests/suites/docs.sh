#!/usr/bin/env bash
# docs.sh - README.md fits 8 kB, links of the pages lead somewhere, the command lines shown run (with small levels) and
# print what tests/goldens/docs.txt has; those behind a "$" print what the page shows. Of three in four pictures of programs the options
# are read, no more, and two studies are left out, but for NBB_LONG.
#
#     docs.sh --bless        writes that file anew, for `git diff` to show what a change does
# labels: slow sanitized
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export NBBGEN_LIBCUDA=/nowhere/libcuda.so CC=$NBB_SOURCE_DIR/tests/tools/cc_light  # whatever machine this is
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0  # as in compile.sh: threads that NVRTC leaves behind
cd "$NBB_SOURCE_DIR"
failures=0
count=0
golden=$NBB_SOURCE_DIR/tests/goldens/docs.txt
bless=
[[ ${1:-} != --bless ]] || bless=1
pages=(README.md CONTRIBUTING.md CHANGELOG.md docs/*.md)

wrong() {
    echo "$*"
    failures=$((failures + 1))
}

# The anchors of page $1, as GitHub makes them of titles.
anchors() {
    sed -nE '/^    /d; s/^#+ //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# link PAGE TARGET
link() {
    local file=${2%%#*} anchor=
    [[ $2 != *#* ]] || anchor=${2#*#}
    file=${file:+$(dirname "$1")/$file}
    file=${file:-$1}
    if [[ ! -e $file ]]; then
        wrong "$1: there is no file for the link $2"
    elif [[ -n $anchor ]] && ! anchors "$file" | grep -qxF "$anchor"; then
        wrong "$1: there is no title for the link $2"
    fi
}

check_links() {
    local page target
    for page in "${pages[@]}"; do
        while read -r target; do
            [[ $target == *://* ]] || link "$page" "$target"
        done < <(sed '/^    /d' "$page" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' || true)
    done
}

# The table of limits says the numbers of the code: each is a constant's.
knows_limits() {
    local names row value
    while IFS='|' read -r row names; do
        for names in $names; do
            value=$(grep -rhoE "\b$names = [0-9]+( << [0-9]+)?" gen library --include='*.h' | sed 's/.*= //')
            sed -n '/^## Limits/,/^## /p' docs/programs.md | grep -F "| $row" | grep -qw "$((value))" ||
                wrong "docs/programs.md: the limit of $row is $((value)), by $names"
        done
    done <<'TEXT'
the file; a text|NBB_SCRIPT_BYTES_MAX NBB_PROGRAM_TEXT_MAX
a name|NBB_IDENTIFIER_MAX
nesting of expressions|NBB_SYNTAX_DEPTH_MAX
fields of a cell|NBB_FIELDS_MAX NBB_PLANES_MAX
parameters, requirements|NBB_PARAMETERS_MAX NBB_DRAFT_ITEMS_MAX
locals|NBB_LOCALS_MAX
observables|NBB_OBSERVABLES_MAX NBB_TOTALS_MAX
neighbours in a list|NBB_NEIGHBOURS_LIST_MAX NBB_NEIGHBOUR_REACH_MAX
cases of a chance|NBB_CASES_MAX NBB_CASE_INPUTS_MAX
launch arguments|NBB_ARGUMENTS_BYTES_MAX
m of|NBB_UNIFORM_MAX
values of a|NBB_SCAN_VALUES_MAX
copies of an ensemble|NBB_COPIES_MAX
TEXT
}

# The commands shown: indented lines and code in sentences that begin with ./nbbgen, without comments.
# shellcheck disable=SC2016  # backquotes of Markdown
commands() {
    {
        sed -nE 's/^    (\.\/nbbgen .*)$/\1/p' "$@" | sed 's/  *#.*//'
        cat "$@" | sed '/^    /d' | tr '\n' ' ' | grep -oE '`\./nbbgen [^`]+`' | tr -d '`'
    } | sort -u
}

# The same command with levels, sides, steps and samples so small that the processor is done at once.
small() {
    sed -E 's/--r ([5-9]|[0-9]{2}|[0-9]+\.\.[0-9]+)( |$)/--r 4\2/; s/--n [0-9,]+/--n 70/; s/(triangle|tetrahedron)@[0-9.,]+/\1@40,70/g
            s/(sierpinski|vicsek)@[0-9.,]+/\1@4/g; s/--steps [0-9]{3,}/--steps 60/; s/--average [0-9]{2,}/--average 20/; s/--seed 1\.\.[0-9]+/--seed 1..2/
            s/--device cuda[^ ]*/--device cpu/; /--show/!s/^.\/nbbgen bench.*/& --samples 1 --no-rates/' <<<"$1"
}

# of_any_machine COMMAND: the first 10 lines of what it prints, without times, devices and what was in the cache; of
# runs what they come to; of measurements the fractals, workloads, rules and maps of the table, of `doctor`, which says of the machine what it is,
# what it looks at.
of_any_machine() {
    sed "s,$NBB_SOURCE_DIR,CHECKOUT,; s/ *$//" | case $1 in
        bench) awk '
            /^$/ { table = 0 }
            table { for (i = 1; i <= NF && (i < 4 || $i !~ /^[0-9.]+$/); ++i) if ($i !~ /%$/) printf "%s ", $i; print "" }
            /^fractal / { table = 1 }' ;;
        doctor) grep -oE '^(compiler|processor|nvrtc|cache|fractals|programs)' ;;
        run) sed -nE '/^(population|observed|average|T =|[{ ])/p' ;;
        *) sed -E '/^(time|module|device) /d; /"(cache|device|median|min|max|compile_ms|cells_per_second|updates_per_second)":/d' ;;
    esac | awk 'NR <= 10; NR == 11 { print "..." }'
}

# Runs a command, or where it is spared, measures for long, or takes what such a command left, has its options read: a device
# that there is not is the last of them.
run_command() {
    local words long= command=$1
    [[ ! $1 =~ --(set|tune)|nbbgen\ view ]] && ! grep -qxF "\$ $1" spared || long=1 command="$(sed 's/ --device [^ ]*//' <<<"$1") --device nowhere"
    read -ra words <<<"$(small "$command")"
    if "$NBBGEN" "${words[@]:1}" </dev/null >out 2>message; then
        [[ -z $long ]] || wrong "'$1': there is no device nowhere"
    elif [[ -z $long ]] || ! grep -qF -- '--device nowhere: expected' message; then
        wrong "'$1', as ${words[*]}: $(tail -n 2 message)"
    fi
    { echo "\$ $1"; [[ $1 == *--show* ]] || of_any_machine "${words[1]}" <out; } >>printed
}

run_commands() {
    local command
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs,tests} "$folder"
    commands README.md docs/*.md >"$folder/commands"
    cd "$folder"
    count=$(wc -l <commands)
    [[ -z ${NBB_QUICK:-} ]] || sed -i -n '1~8{/--resume/!p}' commands
    awk -v all="${NBB_LONG:-}$bless" '!all && / --program .*--a?png|bench .*tetrahedron@/ && ++drawn % 4 { print "$ " $0 }' commands >spared
    while read -r command; do
        run_command "$command"
    done <commands
    [[ -z ${NBB_QUICK:-} ]] || return 0
    if [[ ${bless:-} ]]; then
        cp printed "$golden"
    elif ! awk 'FILENAME == "spared" { spared[$0]; next } /^\$ / { print; is_spared = $0 in spared; next } !is_spared' spared "$golden" |
        diff -u - printed; then
        wrong "what the commands print is not what it was; docs.sh --bless keeps it"
    fi
}

# sessions PAGE: its lines behind "    $ " and what they print, each line without the four blanks.
sessions() {
    awk '/^    \$ / { inside = 1 } /./ && !/^    / { inside = 0 } inside { print substr($0, 5) }' "$1"
}

# show COMMAND PRINTED: runs the command; "..." of what is to be printed stands for anything.
show() {
    local got pattern
    [[ -n $1 && (-n ${NBB_LONG:-} || ! $1 =~ studies.py\ (percolation|relaxation)) ]] || return 0
    shown=$((shown + 1))
    got=$(bash -c "$1" </dev/null 2>message | sed 's/ *$//') || true
    pattern=$(printf '%s' "$2" | sed 's/[][*?\\]/\\&/g; s/\.\.\./*/g')
    # shellcheck disable=SC2053  # a pattern is meant
    [[ $got == $pattern ]] || wrong "'$1' prints"$'\n'"$got"$'\n'"$(<message)"$'\n'"and the page shows"$'\n'"$2"
}

# The sessions of page $1, in a folder of its own, where ./nbbgen is the program.
run_sessions() {
    local line command='' printed=''
    cd "$(mktemp -d "$folder/page.XXXXXX")"
    ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs} .
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$NBBGEN" >nbbgen
    chmod +x nbbgen
    while IFS= read -r line; do
        if [[ $line == '$ '* ]]; then
            show "$command" "$printed"
            command=${line#'$ '} printed=''
        else
            printed+=$line$'\n'
        fi
    done < <(sessions "$1")
    show "$command" "$printed"
}

run_all_sessions() {
    local page
    for page in "$NBB_SOURCE_DIR"/{README.md,docs/*.md}; do
        run_sessions "$page"
    done
}

# The commands of the pages that are not the program's and have no session: how they begin, the file that runs them, its words.
elsewhere() {
    cat <<'TEXT'
tests/run|tests/run|usage: tests/run
nvcc -arch=sm_90 gasket.cu|tests/suites/compile.sh|nvcc -arch=
NBBGEN=build/release/nbbgen tests/device/NAME.sh|tests/device/check.sh|NBBGEN
cmake --preset release && cmake --build --preset release|nbbgen|--preset
cmake --install build/release --prefix|tests/suites/install.sh|cmake --install
cpack --config build/release/CPackConfig.cmake|tests/suites/install.sh|CPackConfig.cmake
pip install .|tests/sweeps/wheel.sh|pip install
pip install "nbbgen|tests/sweeps/wheel.sh|[cuda]"
python3 examples/picture.py|tests/suites/python.sh|"picture.py"
python/wheel.sh|tests/sweeps/wheel.sh|python/wheel.sh
mpirun -n|tests/suites/ranks.bash|mpirun
examples/gasket_energy.sh|tests/sweeps/physics.sh|example gasket_energy
examples/carpet_ising.sh|tests/sweeps/physics.sh|example carpet_ising
examples/diffusion.sh|tests/sweeps/physics.sh|example diffusion
examples/avalanches.sh|tests/sweeps/physics.sh|example avalanches
TEXT
}

# Whether some row of `elsewhere` is of this command, and its file has the words.
runs_elsewhere() {
    local begins file words
    while IFS='|' read -r begins file words; do
        [[ $1 == "$begins"* ]] && grep -qF -- "$words" "$file" && return
    done < <(elsewhere)
    return 1
}

# No command of the README and the pages goes without a test.
knows_all_commands() {
    local command
    cd "$NBB_SOURCE_DIR"
    while read -r command; do
        runs_elsewhere "$command" || wrong "no test runs the command '$command'"
    done < <(sed -nE 's/^    (([a-zA-Z_/.=]+ )*(cmake|cpack|ctest|make|pip|python3|nvcc|cc|gcc|mpirun|srun|[a-z0-9_/]+\.sh|tests\/[A-Za-z/.]+)( .*|$))/\1/p' \
        README.md docs/*.md)
}

# Each kind of kernel that emit has (pack and unpack are of runs alone) is shown by a session of some page.
shows_each_kernel() {
    local kind page sessions=
    cd "$NBB_SOURCE_DIR"
    for page in docs/*.md; do
        sessions+=$(sessions "$page" | sed '/^\$/d')
    done
    for kind in $(sed -nE 's/^ *X\([A-Z]+, "([a-z]+)", "p.*/\1/p' gen/plan/workload.h); do
        [[ $kind == *pack || $sessions == *_"$kind("* ]] || wrong "no page shows the kernel $kind"
    done
}

[[ $(wc -c <README.md) -le 8192 ]] || wrong "README.md has $(wc -c <README.md) bytes, more than 8192"
[[ -n ${NBB_QUICK:-} ]] || {
    check_links
    knows_limits
}
run_commands
shown=0
[[ -n ${NBB_QUICK:-} ]] || {
    run_all_sessions
    shows_each_kernel
    knows_all_commands
}
[[ $shown -ge 20 || -n ${NBB_QUICK:-} ]] || wrong "only $shown commands are shown with what they print"
[[ $count -ge 20 ]] || wrong "only $count commands found in the pages"
echo "$count commands, $shown with what they print, $failures failures"
[[ $failures -eq 0 ]]
