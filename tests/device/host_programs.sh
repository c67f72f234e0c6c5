#!/usr/bin/env bash
# host_programs.sh - Ising by Metropolis sweeps on the host target: rounds of `nbbgen run sierpinski --r 14 --program ising`
# on all processors, or on as many as OMP_NUM_THREADS says; a report's JSON each, and the rounds' median in updates a
# nanosecond, of steps that take the reported median. The first line of a round is the load, for others may be at work.
#
#     NBBGEN=build/release/nbbgen tests/device/host_programs.sh [ROUNDS]
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=(run sierpinski --r 14 --program ising --steps 400 --device cpu --json --quiet)
provenance "$@"
"$NBBGEN" "${options[@]}" >/dev/null  # compiles
echo "${OMP_NUM_THREADS:+OMP_NUM_THREADS=$OMP_NUM_THREADS }nbbgen ${options[*]}"
for ((round = 1; round <= ${1:-7}; ++round)); do
    echo "round $round, load $(cut -d' ' -f1 /proc/loadavg)"
    "$NBBGEN" "${options[@]}" | tee "$work/run"
    sed -n 's/.*"updates_per_second": \([0-9.e+]*\).*/\1/p' "$work/run" >>"$work/rates"
done
sort -g "$work/rates" | awk '{ rate[NR] = $1 } END { printf "median %.3g updates a nanosecond, least %.3g, greatest %.3g\n", rate[int((NR + 1) / 2)] * 1e-9, rate[1] * 1e-9, rate[NR] * 1e-9 }'
