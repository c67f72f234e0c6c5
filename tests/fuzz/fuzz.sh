#!/usr/bin/env bash
# fuzz.sh - libFuzzer on the targets of this folder, one after the other; nothing that the tests run by themselves.
#
#     tests/fuzz/fuzz.sh SECONDS [TARGET...]    all targets unless some are named: definition, rule, ...
#     tests/fuzz/fuzz.sh --keep [TARGET...]     then: fewest small inputs of the same coverage become the corpus
#
# Inputs that were found are kept in build/fuzz/inputs/TARGET and gone on from. An input that breaks something is left in
# build/fuzz/broken, and the script fails; once what it shows is mended, it belongs into corpus/TARGET. Each run adds
# a line to figures.txt.
set -euo pipefail
launcher=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../nbbgen
# shellcheck source=nbbgen
source "$launcher"
folder=$here/build/fuzz
tests=$here/tests/fuzz
input_max=4096  # bytes of an input, and of those that --keep takes
keep_max=1024

# The names of all targets.
all_targets() { basename -a -s .c "$tests"/fuzz_*.c | sed 's/^fuzz_//'; }

# Where the first inputs of target $1 come from, beside its corpus.
seeds_of() {
    case $1 in
        definition) echo "$here"/{fractals,examples,tests/fractals,tests/rejected} ;;
        program) echo "$here"/{programs,tests/rejected/programs,tests/oracle/programs} ;;
        template) echo "$here"/templates/{cuda,host,shared} ;;
    esac
}

# Runs target $1 for $2 seconds. A run with findings is told in figures.txt too.
fuzz() {
    local target=$1 seconds=$2 inputs=$folder/inputs/$1 log=$folder/$1.log TIMEFORMAT='%U %S' words=() code=0 cpu
    mkdir -p "$inputs" "$folder/broken" "$tests/corpus/$target"
    [[ ! -e $tests/$target.dict ]] || words=(-dict="$tests/$target.dict")
    # shellcheck disable=SC2046  # folders, without blanks
    cpu=$({ time "$folder/tests/fuzz_$target" -max_total_time="$seconds" -timeout=20 -max_len=$input_max \
        -close_fd_mask=3 -artifact_prefix="$folder/broken/$target-" -print_final_stats=1 "${words[@]}" \
        "$inputs" "$tests/corpus/$target" $(seeds_of "$target") >"$log" 2>&1 || code=$?; echo "$code" >"$log.code"; } 2>&1)
    note "$target" "$cpu" "$log"
    [[ $(<"$log.code") -eq 0 ]] || show_broken "$target"
}

# Ends the script with what the input that target $1 found last breaks.
show_broken() {
    local input
    input=$(find "$folder/broken" -name "$1-*" -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)
    "$folder/tests/fuzz_$1" "$input" >&2 || true
    fail "$1 is broken by $input"
}

# Adds the run's line to the figures; its time is the processor's. note TARGET "USER SYSTEM" LOG
note() {
    local executions coverage seconds result=clean
    seconds=$(awk '{ printf "%.0f", $1 + $2 }' <<<"$2")
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$3")
    coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$3" | tail -n 1)
    [[ $(<"$3.code") -eq 0 ]] || result=broken
    printf '%s  %s  %-10s  %6d s  %9s executions  %s  %s\n' "$(date +%F)" \
        "$(git -C "$here" describe --always --dirty)" "$1" "$seconds" "$executions" "$coverage" "$result" >>"$tests/figures.txt"
}

# Takes of target $1's corpus and inputs the fewest that cover as much as all small ones; named inputs stay.
keep() {
    local corpus=$tests/corpus/$1 small=$folder/small named
    rm -rf "$small" && mkdir -p "$small/from" "$small/to" "$corpus"
    find "$folder/inputs/$1" -type f -size -"$((keep_max + 1))"c -exec cp -t "$small/from" {} +
    find "$corpus" -type f -exec cp -t "$small/from" {} +
    "$folder/tests/fuzz_$1" -set_cover_merge=1 -use_counters=0 -close_fd_mask=3 "$small/to" "$small/from" >"$folder/$1.merge.log" 2>&1
    find "$corpus" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete
    for named in "$small"/to/*; do
        cp "$named" "$corpus/$(sha1sum <"$named" | cut -c 1-40)"
    done
}

main() {
    local what=${1:?seconds for each target, or --keep} target
    shift
    mkdir -p "$folder"
    [[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm  # targets write files all the time
    require "$folder/packages.log" "${tools[*]} clang" "${libraries[*]} cmocka" \
        "${packages[@]}" clang libclang-rt-dev libomp-dev libcmocka-dev
    build fuzz "$folder" nbb_fuzzers >"$folder/build.log" 2>&1 || fail "building failed (log: $folder/build.log)"
    # shellcheck disable=SC2046  # names without blanks
    [[ $# -gt 0 ]] || set -- $(all_targets)
    for target; do
        if [[ $what == --keep ]]; then
            keep "$target"
        else
            fuzz "$target" "$what"
        fi
    done
}

main "$@"
