#!/usr/bin/env bash
# oracle_programs.sh - tests/oracle/programs.json, cases of an independent brute force: each is run on the host on every
# map, and on one map each as a standalone .c, whose parameters are options of its main, and as a standalone .cu that the
# emulator executes; cases take turns with the maps.
# labels: slow
set -euo pipefail
export CC=${NBB_SOURCE_DIR:?}/tests/tools/cc_light
: "${NBBGEN:?}" "${NBB_JSONGET:?}" "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator NBBGEN_LIBCUDA=/nowhere/libcuda.so OMP_NUM_THREADS=1
export work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR/tests/oracle"
programs=$PWD/programs

# get FILE PATH
get() { "$NBB_JSONGET" "$@"; }

# "population0 ..." of a report: digest0, digest, population and the observables.
figures_of() {
    local file=$1 name
    printf '%s %s %s' "$(get "$file" digest0)" "$(get "$file" digest)" "$(get "$file" population)"
    for name in $(get --keys "$file" observe | tr " " "\n" | sort); do
        LC_ALL=C printf ' %s=%.9g' "$name" "$(get "$file" "observe.$name")"
    done
}

# emit FILE OPTIONS...: with the program's own parameters; with the case's where it requires others.
emit() {
    # shellcheck disable=SC2086 # options are words
    "$NBBGEN" emit "${@:2}" -o "$1" 2>/dev/null || "$NBBGEN" emit "${@:2}" $set -o "$1"
}

# run_way NUMBER WAY MAP: the case's figures, or nothing. The case's options are in $work/NUMBER.options and .params.
run_way() {
    local file=$work/$1.$2.$3 options params set
    options=$(<"$work/$1.options") params=$(<"$work/$1.params")
    set=$(sed 's/--\([^ ]*\) \([^ ]*\)/--set \1=\2/g' <<<"$params")
    # shellcheck disable=SC2086 # options are words
    case $2 in
        run) "$NBBGEN" run $options $set --map "$3" --device cpu \
                --json --digest --quiet >"$file.json" ;;
        c) emit "$file.c" $options --map "$3" --target host &&
                "${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Wpedantic -Wno-unknown-pragmas -Werror "$file.c" -o "$file" -lm &&
                "$file" $params >"$file.json" ;;
        cu) emit "$file.cu" $options --map "$3" --target cuda &&
                "$PWD/../emulator/nvcc-emu" "$file.cu" -o "$file" && "$file" $params >"$file.json" ;;
    esac && figures_of "$file.json"
}

# Writes the case's fractal and options; prints its figures.
prepare() {
    local case=$1 key steps="--r $(get programs.json "$1.r") --steps $(get programs.json "$1.steps")"
    printf 'return fractal { name = "case%d", layout = %s }\n' "$case" \
        "$(get programs.json "$case.levels.0.rows" | tr '[]' '{}')" >"$work/$case.lua"
    echo "$work/$case.lua --program $programs/$(get programs.json "$case.program").lua $steps" \
        "--seed $(get programs.json "$case.seed") --neighbours $(get programs.json "$case.neighbours")" >"$work/$case.options"
    for key in $(get --keys programs.json "$case.param"); do
        printf -- '--%s %s ' "$key" "$(get programs.json "$case.param.$key")"
    done >"$work/$case.params"
    get programs.json "$case" >"$work/$case.json"
    figures_of "$work/$case.json"
}

# judge NUMBER WAY MAP: prints "passed" or "failed".
judge() {
    local got wanted log=$work/$1.$2.$3.log
    wanted=$(<"$work/$1.wanted")
    got=$(run_way "$@" 2>"$log") || true
    if [[ $got == "$wanted" ]]; then
        echo passed
    else
        { printf '%s as %s on %s: got\n    %s\nwanted\n    %s\n' "$(<"$work/$1.options")" "$2" "$3" "$got" "$wanted"
          head -n 10 "$log"; } >&2
        echo failed
    fi
    rm -f "$work/$1.$2.$3" "$work/$1.$2.$3".*
}
export -f get figures_of emit run_way judge

maps=(bb lambda compact lanes)
cases=$(get --keys programs.json)
for ((number = 0; number < cases; ++number)); do
    prepare "$number" >"$work/$number.wanted"
    printf "$number run %s\n" "${maps[@]}"
    echo "$number c ${maps[$((number % 4))]}"
    echo "$number cu ${maps[$(((number + 1) % 4))]}"
done >"$work/list"
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(env -u OMP_NUM_THREADS nproc)" bash -c 'judge $1' bash <"$work/list" >"$work/results"
passed=$(grep -c passed "$work/results" || true)
failed=$(($(wc -l <"$work/list") - passed))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
