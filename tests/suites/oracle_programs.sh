#!/usr/bin/env bash
# oracle_programs.sh - tests/oracle/programs.json and programs-more.json, cases of two independent brute forces: each is
# run on the host on every map and as a standalone .cu that the emulator executes, those of programs-more.json on every map;
# and on one map each as a standalone .c, whose parameters are options of its main, compiled as users do (-O3 -march=native
# and GNU's C, where GCC contracts unless it is told not to); cases take turns with the maps. With NBB_QUICK=1 every 20th
# of all these; NBB_ONLY="CASE WAY MAP" is a pattern of those wanted.
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
                cc -O3 -march=native -Wall -Wextra -Wpedantic -Wno-unknown-pragmas -Werror "$file.c" -o "$file" -lm &&
                "$file" $params >"$file.json" ;;
        cu) emit "$file.cu" $options --map "$3" --target cuda &&
                "$PWD/../emulator/nvcc-emu" "$file.cu" -o "$file" && "$file" $params >"$file.json" ;;
    esac && figures_of "$file.json"
}

# Writes the case's program or fractal and its options; prints its figures. Cases of programs-more.json bring their programs.
prepare() {
    local case=$1 file=programs.json at=$1 key
    [[ $case -lt $named ]] || { file=programs-more.json at=$((case - named)); }
    get $file "$at" >"$work/$case.json"
    if [[ $case -lt $named ]]; then
        printf 'return fractal { name = "case%d", layout = %s }\n' "$case" \
            "$(get $file "$at.levels.0.rows" | tr '[]' '{}')" >"$work/$case.lua"
        echo "$work/$case.lua --program $programs/$(get $file "$at.program").lua --r $(get $file "$at.r")" \
            "--neighbours $(get $file "$at.neighbours")"
        for key in $(get --keys $file "$at.param"); do
            printf -- '--%s %s ' "$key" "$(get $file "$at.param.$key")"
        done >"$work/$case.params"
    else
        get $file "$at.text" >"$work/$case.lua"
        echo "$(get $file "$at.domain") --program $work/$case.lua"
        : >"$work/$case.params"
    fi >"$work/$case.domain"
    echo "$(<"$work/$case.domain") --steps $(get $file "$at.steps") --seed $(get $file "$at.seed")" >"$work/$case.options"
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

named=$(get --keys programs.json)
for ((number = 0; number < named + $(get --keys programs-more.json); ++number)); do
    prepare "$number" >"$work/$number.wanted"
    maps=(bb lambda compact lanes)
    [[ $(<"$work/$number.options") != *" --n "* ]] || maps=(bb lambda compact enum)
    printf "$number run %s\n" "${maps[@]}"
    echo "$number c ${maps[$((number % 4))]}"
    [[ $number -lt $named ]] || printf "$number cu %s\n" "${maps[@]}"
    [[ $number -ge $named ]] || echo "$number cu ${maps[$(((number + 1) % 4))]}"
done >"$work/list"
[[ -z ${NBB_QUICK:-} ]] || { awk 'NR % 20 == 1' "$work/list" >"$work/few" && mv "$work/few" "$work/list"; }
[[ -z ${NBB_ONLY:-} ]] || { grep -Ex "$NBB_ONLY" "$work/list" >"$work/few" && mv "$work/few" "$work/list"; }
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(env -u OMP_NUM_THREADS nproc)" bash -c 'judge $1' bash <"$work/list" >"$work/results"
passed=$(grep -c passed "$work/results" || true)
failed=$(($(wc -l <"$work/list") - passed))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
