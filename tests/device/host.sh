#!/usr/bin/env bash
# host.sh - the host target against the processor's copy rate, in one run: the share of that rate at which a step of
# `nbbgen run vicsek --r 12 --map compact` moves the bytes it must, and how many processors the steps keep busy.
#
#     NBBGEN=build/release/nbbgen tests/device/host.sh
set -euo pipefail
: "${NBBGEN:?the program}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -fopenmp "$(dirname "$0")/copy.c" -o "$work/copy"
grep -m 1 'model name' /proc/cpuinfo
date -u +%F

# Runs some steps and leaves the report, and the seconds on the clock and of the processors.
run() {
    { TIMEFORMAT='%R %U'; time "$NBBGEN" run vicsek --r 12 --map compact --steps "$1" --device cpu --json --quiet >"$work/run"; } \
        2>"$work/time"
}

run 1  # compiles
for round in 1 2 3; do
    run 1
    read -r start_real start_user <"$work/time"
    rate=$("$work/copy")
    run 41
    read -r real user <"$work/time"
    ms=$(sed -n 's/.*"median": \([0-9.]*\).*/\1/p' "$work/run")
    bytes=$(sed -n 's/.*"bytes_per_step": \([0-9]*\).*/\1/p' "$work/run")
    awk -v round="$round" -v rate="$rate" -v ms="$ms" -v bytes="$bytes" -v real="$real" -v user="$user" \
        -v start_real="$start_real" -v start_user="$start_user" 'BEGIN {
        moved = bytes / ms * 1e-6
        printf "round %d: copy %.1f GB/s; a step %.0f ms, %.1f GB/s, %.0f%% of the copy rate; %.2f processors busy\n",
               round, rate, ms, moved, 100 * moved / rate, (user - start_user) / (real - start_real) }'
done
