#!/usr/bin/env bash
# host_programs.sh - Ising by Metropolis sweeps on the host target: rounds of `nbbgen run sierpinski --r 14 --program ising`
# on all processors, or on as many as OMP_NUM_THREADS says; each round's median and least step, and the rounds' median in
# updates a nanosecond, of steps that take the reported median. A round tells the load, for others may be at work.
#
#     NBBGEN=build/release/nbbgen tests/device/host_programs.sh [ROUNDS]
. "${BASH_SOURCE[0]%/*}/provenance.bash"
options=(run sierpinski --r 14 --program ising --steps 400 --device cpu --json --quiet)
# A value of the last report.
of() { sed -nE "s/^ *\"$1\": \"?([^\"]*[^\",]).*/\1/p" "$work/run"; }

provenance "$@"
"$NBBGEN" "${options[@]}" >/dev/null  # compiles
echo "${OMP_NUM_THREADS:+OMP_NUM_THREADS=$OMP_NUM_THREADS }nbbgen ${options[*]}"
for ((round = 1; round <= ${1:-7}; ++round)); do
    load=$(cut -d' ' -f1 /proc/loadavg)
    "$NBBGEN" "${options[@]}" >"$work/run"
    of updates_per_second >>"$work/rates"
    printf 'round %d, load %s: %.6g ms a step, least %.6g; %s; %.4g updates a second\n' "$round" "$load" \
        "$(of median)" "$(of min)" "$(of device)" "$(of updates_per_second)"
done
sort -g "$work/rates" | awk '{ rate[NR] = $1 } END { printf "median %.3g updates a nanosecond, least %.3g, greatest %.3g\n", rate[int((NR + 1) / 2)] * 1e-9, rate[1] * 1e-9, rate[NR] * 1e-9 }'
