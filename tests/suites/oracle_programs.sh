#!/usr/bin/env bash
# oracle_programs.sh - tests/oracle/*.json, cases of five brute forces that are not nbbgen's. Each is run on the host: on lanes and
# alternately on another map, in every second way that it names and the last, a domain on one map. Every third is, in one way, a standalone .cu
# that the emulator executes, many compiled as one; where there are reals another one by a compiler that contracts all that it can, which
# changes nothing. Every third of those with reals and every sixth of the others are a standalone .c in one way, too, whose
# parameters are options of its main, compiled as users do (-O3 -march=native and GNU's C, where GCC contracts unless it is told not to),
# and some runs with reals as well. NBB_LONG=1 (the sweep) has each case on all maps and in all of these ways. NBB_ONLY is a pattern of
# those wanted, each a line "CASE run|fast|c|cu|fused OPTION...".
# labels: slow
set -euo pipefail
export CC=${NBB_SOURCE_DIR:?}/tests/tools/cc_light
: "${NBBGEN:?}" "${NBB_JSONGET:?}" "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator NBBGEN_LIBCUDA=/nowhere/libcuda.so OMP_NUM_THREADS=1
export NBB_EMU_ORDER=shuffle:1  # several orders are emulate.sh's,
[[ -n ${NBB_LONG:-} ]] || export NBB_EMU_UNCHECKED=1  # and checks of arithmetic
export real='"f(32|64)"'
# shellcheck source=tests/suites/cases.bash
source "$NBB_SOURCE_DIR/tests/suites/cases.bash"
cd tests/oracle

# get FILE PATH
get() { "$NBB_JSONGET" "$@"; }

# "population0 ..." of a report: digest0, digest, population and the observables.
figures_of() {
    local name value
    get "$1" digest0 digest population | paste -sd ' ' | tr -d '\n'
    while read -r name value; do
        LC_ALL=C printf ' %s=%.9g' "$name" "$value"
    done < <(paste <(get --keys "$1" observe 2>/dev/null | tr ' ' '\n') <(get "$1" 'observe.*' 2>/dev/null) | sort)
}

# emit FILE OPTIONS...: with the program's own parameters; with the case's where it requires others.
emit() {
    # shellcheck disable=SC2086 # options are words
    "$NBBGEN" emit "${@:2}" -o "$1" 2>/dev/null || "$NBBGEN" emit "${@:2}" $set -o "$1"
}

# read_case CASE: its options and params; the latter as options of its program, and set as nbbgen's.
read_case() {
    options=$(<"$work/$1.options") params=$(<"$work/$1.params")
    set=$(sed 's/--\([^ ]*\) \([^ ]*\)/--set \1=\2/g' <<<"$params")
}

# run_way FILE CASE WAY OPTION...: the case's figures, or nothing, on the host.
run_way() {
    local file=$1 options params set
    read_case "$2"
    # shellcheck disable=SC2086 # options are words
    case $3 in
        run | fast) [[ $3 == run ]] || export NBB_AS_USERS=  # contraction is what -O0 has not
            "$NBBGEN" run $options "${@:4}" $set --device cpu --json --digest --quiet >"$file.json" ;;
        c) emit "$file.c" $options "${@:4}" --target host &&
                NBB_AS_USERS="" "$CC" -O3 -march=native -Wall -Wextra -Wpedantic -Wno-unknown-pragmas -Werror "$file.c" -o "$file" -lm &&
                "$file" $params >"$file.json" ;;
    esac && figures_of "$file.json"
    rm -f "$file" "$file".*
}

# prepare CASE: writes the case's program or fractal and its options; prints its figures. CASE is FILE.INDEX.
prepare() {
    local case=$1 key domain
    get "${case%.*}.json" "${case##*.}" >"$work/case.json"
    if [[ $case == programs.* ]]; then
        printf 'return fractal { name = "case%d", layout = %s }\n' "${case##*.}" "$(of levels.0.rows | tr '[]' '{}')" >"$work/$case.lua"
        cp "programs/$(of program).lua" "$work/$case.program.lua"
        domain="$work/$case.lua --r $(of r) --neighbours $(of neighbours)"
    elif [[ $case == domains.* ]]; then
        printf 'return fractal { name = "case%d", levels = %s }\n' "${case##*.}" \
            "$(of levels | sed 's/"rows"/"layout"/g; s/"\([a-z]*\)":/\1 =/g' | tr '[]' '{}')" >"$work/$case.lua"
        domain="$work/$case.lua --r $(of r) --rule $(of rule) --density $(of density)"
    else
        of text >"$work/$case.program.lua"
        domain=$(of domain)
    fi
    [[ $(of carry 2>/dev/null || echo 0) -eq 0 ]] || domain+=" --templates $work/carry"
    for key in $(get --keys "$work/case.json" param 2>/dev/null); do
        printf -- '--%s %s ' "$key" "$(of "param.$key")"
    done >"$work/$case.params"
    [[ $case == domains.* ]] || domain+=" --program $work/$case.program.lua"
    echo "$domain --steps $(of steps) --seed $(of seed)" >"$work/$case.options"
    figures_of "$work/case.json"
}

# of PATH: what prepare's case says.
of() { get "$work/case.json" "$1"; }

# Templates whose counters v begin so much higher, CARRY of oracle/brute.py, that they pass 2^32. A standalone's samples are of
# counters that do not.
begin_higher() {
    local higher="4294967256ull +"
    cp -r "$NBB_SOURCE_DIR/templates" "$work/carry"
    sed -i "s/(POSITIONS \* PARTS) +/& $higher/
        s/^    words\[0\] = (u32)draw.v;/    draw.v = $higher draw.v;\n&/" \
        "$work"/carry/shared/{lane_draw,program_draw}.in
    sed -i 's/draws.wide and/true and/' "$work/carry/shared/lane_draw.in"
    sed -i 's/return parameters.seed0 == /return 0 \&\& parameters.seed0 == /' "$work/carry/shared/samples.in"
    [[ $(cat "$work"/carry/*/*.in | grep -c -F "$higher") -eq 3 ]]
}

# compare LINE GOT LOG: prints "passed" or "failed".
compare() {
    local wanted
    wanted=$(<"$work/${1%% *}.wanted")
    [[ $2 != "$wanted" ]] || { echo passed && return; }
    { printf '%s, %s: got\n    %s\nwanted\n    %s\n' "$1" "$(<"$work/${1%% *}.options")" "$2" "$wanted"; head -n 10 "$3"; } >&2
    echo failed
}

# judge LINE: of the host.
judge() {
    local file
    file=$(mktemp "$work/run.XXXXXX")
    # shellcheck disable=SC2086 # its words
    compare "$1" "$(run_way "$file" $1 2>"$file-log")" "$file-log"
}

# judge_emulated LINE...: all by one way, compiled as one file.
judge_emulated() {
    local file line words fused=() sources=() options params set i=0
    file=$(mktemp "$work/emulated.XXXXXX")
    read -ra words <<<"$1"
    [[ ${words[1]} != fused ]] || fused=(-fused)
    for line; do
        read -ra words <<<"$line"
        read_case "${words[0]}"
        # shellcheck disable=SC2086 # options are words
        emit "$file.${#sources[@]}.cu" $options "${words[@]:2}" --target cuda
        sources+=("$file.${#sources[@]}.cu")
    done
    "$PWD/../emulator/nvcc-emu" "${fused[@]}" "${sources[@]}" -o "$file" 2>"$file.log" || true
    for line; do
        read_case "${line%% *}"
        # shellcheck disable=SC2086 # options are words
        NBB_EMU_PROGRAM=$i "$file" $params >"$file.json" 2>>"$file.log" || true
        compare "$line" "$(figures_of "$file.json" 2>>"$file.log")" "$file.log"
        i=$((i + 1))
    done
    rm -f "$file" "$file".*
}
export -f get figures_of emit read_case run_way compare judge judge_emulated

# The ways of a case, a line of options each.
ways_of() {
    local i maps=(bb lambda compact lanes)
    if [[ $1 == programs-own.* || $1 == programs-lists.* ]]; then
        for ((i = 0; i < $(get --keys "$work/case.json" ways); ++i)); do of "ways.$i"; done
    elif [[ $1 == domains.* ]]; then  # maps alternate
        maps=("compact --tile $( (of levels.0.rows.0.0 2>/dev/null || of levels.0.rows.0) | tr -d '"\n' | wc -c)" lanes bb lambda)
        printf -- '--map %s\n' "${maps[$((${1##*.} % 4))]}" "${maps[$(((${1##*.} + 1) % 4))]}"
    else
        [[ $(<"$work/$1.options") != *" --n "* ]] || maps[3]=enum
        printf -- '--map %s\n' "${maps[@]}"
        [[ ${maps[3]} == lanes ]] || ! grep -q '"u1"' "$work/$1.program.lua" || echo "--map lambda --storage bits"
    fi
}

# every N: whether the case is one of every N, another one in each file; in the sweep each is.
every() { [[ -n ${NBB_LONG:-} || $(((i + offset) % $1)) -eq 0 ]]; }

begin_higher
offset=1
for file in programs programs-more programs-lists domains programs-own; do
    for ((i = 0; i < $(get --keys $file.json); ++i)); do
        prepare "$file.$i" >"$work/$file.$i.wanted"
        mapfile -t ways < <(ways_of "$file.$i")
        few=("${ways[@]}")
        [[ $file != programs && $file != programs-more ]] || few=("${ways[i % 3]}" "${ways[@]:3}")
        [[ $file != domains ]] || few=("${ways[0]}")  # the other one is emulated
        [[ $file != programs-own && $file != programs-lists ]] || mapfile -t few < <(printf '%s\n' "${ways[@]}" | sed -n '1~2{p;b};$p')
        [[ -z ${NBB_LONG:-} ]] || few=("${ways[@]}")
        printf "$file.$i run %s\n" "${few[@]}"
        has_reals=$([[ $file == domains ]] || grep -Eo -m 1 "$real" "$work/$file.$i.program.lua" || true)
        ! every $([[ -n $has_reals ]] && echo 3 || echo 6) || echo "$file.$i c ${ways[$((i % ${#ways[@]}))]}"
        [[ -z $has_reals ]] || ! every 3 || {
            [[ $file != programs ]] || echo "$file.$i fast ${ways[$(((i + 2) % ${#ways[@]}))]}"
            echo "$file.$i fused ${ways[i % (${#ways[@]} - 1)]}"
        }
        every 3 || continue
        [[ $file != domains ]] || ways=("${ways[1]}")
        [[ $file != programs ]] || ways=("${ways[@]:$(((i + 1) % 4)):1}")
        [[ ${#ways[@]} -le 2 ]] || ways=("${ways[i % (${#ways[@]} - 1)]}" "${ways[-1]}")
        # Where there are reals the other one is the fused one.
        [[ -z $has_reals && ($file != programs-more || -n ${NBB_LONG:-}) ]] || ways=("${ways[-1]}")
        printf "$file.$i cu %s\n" "${ways[@]}"
    done
    offset=$((offset + 1))
done >"$work/list"
[[ -z ${NBB_ONLY:-} ]] || { grep -Ex -- "$NBB_ONLY" "$work/list" >"$work/few" || true; mv "$work/few" "$work/list"; }
side_by_side() { xargs -r -d '\n' -P "$(env -u OMP_NUM_THREADS nproc)" "$@"; }
{
    { grep -vE '^[^ ]+ (cu|fused) ' "$work/list" || true; } | side_by_side -n 1 bash -c 'judge "$@"' bash
    for way in cu fused; do
        { grep -E "^[^ ]+ $way " "$work/list" || true; } | side_by_side -n 18 bash -c 'judge_emulated "$@"' bash
    done
} >"$work/results"
say_totals "$work/list"
