# counters.bash - hardware counters of one launch of a run's work, by ncu; sourced by the scripts here.
#
# counters LABEL KERNEL ARGUMENT...: the fourth launch of the kernel whose name ends with _KERNEL in `nbbgen run ARGUMENT...`.
# Shares are of the peak: what is near 100% binds. Stalls are warps waiting for each that issues.
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

counters() {
    local metric words IFS
    printf '\n%s\n' "$1"
    words=$(IFS=,; printf '%s' "${COUNTERS[*]%% *}")
    PATH=$PATH:/usr/local/cuda/bin ncu --kernel-name "regex:_$2$" --launch-skip 3 --launch-count 1 --metrics "$words" --page raw \
        "$NBBGEN" run "${@:3}" --device cuda --quiet >"$XDG_CACHE_HOME/counters" 2>&1 || { cat "$XDG_CACHE_HOME/counters"; return 1; }
    for metric in "${COUNTERS[@]}"; do
        awk -v name="${metric%% *}" -v label="${metric#* }" \
            '$1 == name { printf "    %-42s %14s %s\n", label, $NF, NF > 2 ? $2 : "" }' "$XDG_CACHE_HOME/counters"
    done
}
