#!/usr/bin/env bash
# counters.sh - what binds: hardware counters, by ncu, of lambda and nu with and without tensor cores, and of the lanes layout.
#
#     NBBGEN=build/dev/nbbgen tests/device/counters.sh [lanes]
#
# With `lanes` only these. Each line is one launch of the kernel that is the run's work, with the counters that the line
# before all says. Shares are of the peak: what is near 100% binds. Stalls are warps that wait, for each that issues.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches
COUNTERS=(
    "gpu__time_duration.sum time"
    "dram__bytes_read.sum read from memory"
    "dram__bytes_write.sum written to memory"
    "dram__throughput.avg.pct_of_peak_sustained_elapsed memory"
    "lts__t_sectors.avg.pct_of_peak_sustained_elapsed L2"
    "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed L1 and shared memory"
    "smsp__issue_active.avg.pct_of_peak_sustained_active issue slots"
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active 32-bit logic"
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active tensor cores"
    "sm__warps_active.avg.pct_of_peak_sustained_active warps resident"
    "launch__registers_per_thread registers a thread"
    "smsp__inst_executed.sum instructions of warps"
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio stalled for memory"
    "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio stalled for the queue of loads and stores"
    "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio stalled for shared memory"
    "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio stalled for a pipe"
    "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio stalled for the instruction before"
)

# counters KERNEL ARGUMENT...: the fourth launch of the kernel whose name ends with _KERNEL in `nbbgen run ARGUMENT...`.
counters() {
    local metric words IFS
    words=$(IFS=,; printf '%s' "${COUNTERS[*]%% *}")
    ncu --kernel-name "regex:_$1$" --launch-skip 3 --launch-count 1 --metrics "$words" --page raw \
        "$NBBGEN" run "${@:2}" --device cuda --quiet >"$XDG_CACHE_HOME/counters" 2>&1 || { cat "$XDG_CACHE_HOME/counters"; return 1; }
    printf '%s:' "${*:2}"
    for metric in "${COUNTERS[@]%% *}"; do
        awk -v name="$metric" '$1 == name { printf " %s %s;", $NF, (NF > 2 ? $2 : "") }' "$XDG_CACHE_HOME/counters"
    done
    echo
}

provenance "$@"
printf 'columns:'
printf ' %s;' "${COUNTERS[@]#* }"
echo
if [[ " $* " != *" lanes "* ]]; then
    for way in "" "--eval shuffle" "--tc=1" "--tc=2" "--tc=3" "--tc=4"; do
        # shellcheck disable=SC2086 # words
        counters write sierpinski --r 16 -w sw --steps 5 --map lambda $way
        # shellcheck disable=SC2086
        counters sum sierpinski --r 16 -w rd --steps 5 --map lambda $way
    done
    for way in "" "--tc=1" "--tc=4"; do
        # shellcheck disable=SC2086
        counters step sierpinski --r 16 --steps 5 --map compact $way
    done
fi
for work in "sierpinski --r 18" "sierpinski --r 22" "carpet --r 11" "hfractal --r 11" "candy --r 9" "vicsek --r 14"; do
    # shellcheck disable=SC2086
    counters step $work --map lanes --steps 60
done
for way in grid cluster; do
    counters persistent sierpinski --r 12 --map lanes --steps 3000 --persistent $way
done
