#!/usr/bin/env bash
# host.sh - the host target against the processor's copy rate, in one run: the share of that rate at which a step of
# `nbbgen run vicsek --r 12` moves the bytes it must, and how many processors the run keeps busy. With map compact,
# and with lanes: a step a launch, and as many as the plan takes. What is copied is as large as the state, up to
# 1 GiB.
#
#     NBBGEN=build/release/nbbgen tests/device/host.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
cc -O2 -fopenmp "$(dirname "$0")/copy.c" -o "$work/copy"
provenance "$@"

# run STEPS OPTION...: leaves the report, and the seconds on the clock and of the processors.
run() {
    {
        TIMEFORMAT='%R %U'
        time "$NBBGEN" run vicsek --r 12 --steps "$1" "${@:2}" --device cpu --json --quiet >"$work/run"
    } 2>"$work/time"
}

# The number that the report has under a name.
figure() {
    sed -n "s/.*\"$1\": \([0-9.]*\).*/\1/p" "$work/run"
}

# measure STEPS OPTION...: a line of the run with so many steps, and of copies as large as its state just before and after.
# A launch reads and writes the whole state: what a step must move where it is a launch.
measure() {
    local real user before after
    run 1 "${@:2}"                                    # tells the size
    before=$("$work/copy" $(($(figure memory_bytes) / 2)))
    run "$1" "${@:2}"
    read -r real user <"$work/time"
    after=$("$work/copy" $(($(figure memory_bytes) / 2)))
    awk -v options="${*:2}" -v before="$before" -v after="$after" -v ms="$(figure median)" \
        -v real="$real" -v user="$user" \
        -v cells="$(figure cells_per_second)" -v state="$(figure memory_bytes)" 'BEGIN {
        moved = state / ms * 1e-6
        printf "%-36s copy %.1f, %.1f GB/s; ", options ":", before, after
        printf "a step %.3g ms, %.3g cells/s, the state at %.1f GB/s, %.0f%% of the copy rate; ",
               ms, cells, moved, 100 * moved / ((before + after) / 2)
        printf "%.2f processors busy\n", user / real }'
}

for options in "--map compact" "--map lanes --steps-per-launch 1" "--map lanes"; do
    # shellcheck disable=SC2086 # the options are words
    run 7 $options  # compiles
done
for round in 1 2 3; do
    echo "round $round"
    measure 40 --map compact
    measure 1200 --map lanes --steps-per-launch 1
    measure 1200 --map lanes
done
