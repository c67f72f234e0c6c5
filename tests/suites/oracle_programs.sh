#!/usr/bin/env bash
# oracle_programs.sh - tests/oracle/programs.json, cases of an independent brute force, on every map: run on the host, as a
# standalone .c, whose parameters are options of its main, and as a standalone .cu that the emulator executes. With
# NBB_QUICK=1 every 40th of all these.
# labels: slow
set -euo pipefail
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

passed=0 failed=0 turn=0
cases=$(get --keys programs.json)
for ((number = 0; number < cases; ++number)); do
    wanted=$(prepare "$number")
    for map in bb lambda compact lanes; do
        for way in run c cu; do
            [[ -z ${NBB_QUICK:-} || $((turn++ % 40)) -eq 0 ]] || continue
            got=$(run_way "$number" "$way" "$map" 2>"$work/log") || true
            if [[ $got == "$wanted" ]]; then
                passed=$((passed + 1))
            else
                failed=$((failed + 1))
                printf '%s as %s on %s: got\n    %s\nwanted\n    %s\n' "$(<"$work/$number.options")" "$way" "$map" "$got" "$wanted"
                head -n 10 "$work/log"
            fi
            rm -f "$work/$number.$way".*
        done
    done
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
