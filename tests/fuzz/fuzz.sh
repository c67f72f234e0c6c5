#!/usr/bin/env bash
# fuzz.sh - libFuzzer on the targets of this folder; nothing that the tests run by themselves.
#
#     tests/fuzz/fuzz.sh SECONDS PROCESSES [TARGET...]    all targets unless some are named: definition, rule, ...
#     tests/fuzz/fuzz.sh --keep [TARGET...]               then: fewest small inputs of the same coverage become the corpus
#
# A target's processes run side by side and share what they find; so do targets where processors are left. Inputs that
# were found are kept in build/fuzz/inputs/TARGET and gone on from. An input that breaks something is left in
# build/fuzz/broken, and the script fails; once what it shows is mended, it belongs into corpus/TARGET.txt (corpus.py). Each target
# has a line in figures.txt, in place of its older one. The programs are built first, unless NBB_FUZZERS names a folder of them, from another
# machine: fuzz_TARGET and a file `commit`, what they were built from.
set -euo pipefail
launcher=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../nbbgen
# shellcheck source=nbbgen
source "$launcher"
folder=$here/build/fuzz
tests=$here/tests/fuzz
fuzzers=${NBB_FUZZERS:-$folder/tests}
input_max=4096  # bytes of an input, and of those that --keep takes
keep_max=1024

# The names of all targets.
all_targets() { basename -a -s .c "$tests"/fuzz_*.c | sed 's/^fuzz_//'; }

# Where the first inputs of target $1 come from, beside its corpus.
seeds_of() {
    case $1 in
        definition) echo "$here"/{fractals,examples,tests/fractals} ;;
        program) echo "$here"/{programs,tests/oracle/programs} ;;
        template) echo "$here"/templates/{cuda,host,shared} ;;
    esac
}

# Process $2 of target $1, for $3 seconds; what it says goes to its log, the processor's time into FILE.cpu.
fuzz_alone() {
    local target=$1 seconds=$3 log=$folder/logs/$1.$2 TIMEFORMAT='%U %S' words=()
    [[ ! -e $tests/$target.dict ]] || words=(-dict="$tests/$target.dict")
    # shellcheck disable=SC2046  # folders, without blanks
    { time "$fuzzers/fuzz_$target" -max_total_time="$seconds" -timeout=20 -max_len=$input_max -reload=1 \
        -close_fd_mask=3 -artifact_prefix="$folder/broken/$target-" -print_final_stats=1 "${words[@]}" \
        "$folder/inputs/$target" "$folder/corpus/$target" $(seeds_of "$target") >"$log" 2>&1; } 2>"$log.cpu"
}

# Target $1 for $2 seconds in $3 processes; fails where an input breaks something.
fuzz() {
    local target=$1 pids=() pid result=clean i
    mkdir -p "$folder/inputs/$target"
    rm -f "$folder/logs/$target".*
    unpack "$target"
    for ((i = 1; i <= $3; ++i)); do
        fuzz_alone "$target" "$i" "$2" &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || result=broken
    done
    note "$target" "$result"
    [[ $result == clean ]] || { tail -n 30 "$folder/logs/$target".*[0-9] >&2; return 1; }
}

# Puts the line of target $1, whose result is $2, into the figures: times and runs of all processes, the best coverage.
note() {
    local logs=("$folder/logs/$1".*[0-9])
    exec 7>"$folder/logs/figures.lock"
    flock 7
    sed -i "/  $1  *[0-9]/d" "$tests/figures.txt"
    awk -v date="$(date +%F)" -v commit="$(<"$fuzzers/commit")" -v target="$1" -v result="$2" '
        FILENAME ~ /\.cpu$/ { seconds += $1 + $2; next }
        $1 == "stat::number_of_executed_units:" { runs += $2 }
        { for (i = 1; i < NF; ++i) if ($i ~ /^(cov|ft|corp):$/ && $(i + 1) + 0 > best[$i]) best[$i] = $(i + 1) + 0 }
        END { printf "%s  %-10s  %-10s  %6d  %10d  %5d  %5d  %5d  %s\n", date, commit, target, seconds, runs, best["cov:"],
                  best["ft:"], best["corp:"], result }' "${logs[@]}" "${logs[@]/%/.cpu}" >>"$tests/figures.txt"
}

# Takes of target $1's corpus and inputs the fewest that cover as much as all small ones; named inputs stay.
keep() {
    local corpus=$folder/corpus/$1 small=$folder/small named
    rm -rf "$small" && mkdir -p "$small/from" "$small/to"
    unpack "$1"
    find "$folder/inputs/$1" -type f -size -"$((keep_max + 1))"c -exec cp -t "$small/from" {} +
    find "$corpus" -type f -exec cp -t "$small/from" {} +
    "$fuzzers/fuzz_$1" -set_cover_merge=1 -use_counters=0 -close_fd_mask=3 "$small/to" "$small/from" >"$folder/logs/$1.merge" 2>&1
    find "$corpus" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete
    for named in "$small"/to/*; do
        cp "$named" "$corpus/$(sha1sum <"$named" | cut -c 1-40)"
    done
    python3 "$tests/corpus.py" pack "$tests/corpus/$1.txt" "$corpus"
}

# The inputs of target $1's corpus, as files.
unpack() {
    rm -rf "$folder/corpus/$1" && mkdir -p "$folder/corpus/$1"
    [[ ! -e $tests/corpus/$1.txt ]] || python3 "$tests/corpus.py" unpack "$tests/corpus/$1.txt" "$folder/corpus/$1"
}

build_fuzzers() {
    require "$folder/packages.log" "${tools[*]} clang" "${libraries[*]} cmocka" \
        "${packages[@]}" clang libclang-rt-dev libomp-dev libcmocka-dev
    build fuzz "$folder" nbb_fuzzers >"$folder/build.log" 2>&1 || fail "building failed (log: $folder/build.log)"
    echo "${NBB_COMMIT:-$(git -C "$here" describe --always --dirty)}" >"$fuzzers/commit"
}

main() {
    local seconds=${1:?seconds of each process, or --keep} processes processors at_once target
    shift
    mkdir -p "$folder"/{broken,inputs,logs}
    [[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm  # targets write files all the time
    processors=${NBB_JOBS:-$(nproc)}  # of which OMP_NUM_THREADS would leave one
    export ASAN_OPTIONS=quarantine_size_mb=16  # a text that fills its 16 MiB anew for a second is none that lacks memory
    export OMP_NUM_THREADS=1 folder tests fuzzers here input_max
    [[ -n ${NBB_FUZZERS-} ]] || build_fuzzers
    if [[ $seconds == --keep ]]; then
        # shellcheck disable=SC2048  # names without blanks
        for target in ${*:-$(all_targets)}; do
            keep "$target"
        done
        return
    fi
    processes=${1:?processes of each target}
    shift
    at_once=$((processors > processes ? processors / processes : 1))
    export -f fuzz fuzz_alone seeds_of note unpack
    # shellcheck disable=SC2048,SC2086  # names without blanks
    printf '%s\n' ${*:-$(all_targets)} | xargs -P $at_once -I '{}' bash -c 'fuzz "$@"' bash '{}' "$seconds" "$processes" ||
        fail "inputs that break something are in $folder/broken"
}

main "$@"
