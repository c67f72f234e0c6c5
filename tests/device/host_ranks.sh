#!/usr/bin/env bash
# host_ranks.sh - the host target by ranks against one process: two ranks of a thread each, and one process of two
# threads, by turns. For a machine that is otherwise quiet; needs mpirun.
#
#     NBBGEN=build/release/nbbgen tests/device/host_ranks.sh [ROUNDS]
#
# A row: what was run, the median ms a step of both, and the ranks' rate of the process', in percent: the median of
# the rounds' ratios; then the same of each run's fastest step, which is what a machine tells that others use too: there
# most steps wait for a processor, and the median is of that.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
rounds=${1:-3}
echo "load: $(cut -d ' ' -f 1-3 /proc/loadavg)"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# The median milliseconds of a step in a report, and the least.
times() {
    sed -n '/"ms_per_step"/,/}/s/^ *"\(median\|min\)": \([^,]*\),*$/\2/p' | paste -sd ' '
}

# compare WORDS...
compare() {
    local round process ranks
    : >"$work/times"
    for ((round = 0; round <= rounds; ++round)); do  # the first one compiles
        process=$(OMP_NUM_THREADS=2 "$NBBGEN" run "$@" --device cpu --json --quiet | times)
        ranks=$(OMP_NUM_THREADS=1 mpirun --bind-to core -n 2 "$NBBGEN" run "$@" --device cpu --json --quiet | times)
        [[ $round -eq 0 ]] || awk '{ print $1, $3, 100 * $1 / $3, $2, $4, 100 * $2 / $4 }' <<<"$process $ranks" >>"$work/times"
    done
    for column in 1 2 3 4 5 6; do
        cut -d ' ' -f $column "$work/times" | sort -g | sed -n "$((rounds / 2 + 1))p"
    done | paste -sd ' ' | awk -v what="$*" '{
        printf "%s: 1 process of 2 threads %.4g ms a step, 2 ranks %.4g ms, %.1f%%", what, $1, $2, $3
        printf "; at their fastest %.4g ms, %.4g ms, %.1f%%\n", $4, $5, $6 }'
}
compare sierpinski --r 18 --steps 100
compare vicsek --r 12 --steps 100
compare carpet --r 8 --steps 200
compare carpet --r 8 --program ising --steps 20
compare carpet --r 7 --program heat --steps 50
compare sierpinski --r 14 --map compact --steps 50
echo "load: $(cut -d ' ' -f 1-3 /proc/loadavg)"
