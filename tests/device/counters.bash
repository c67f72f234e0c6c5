# counters.bash - sourced by the scripts that print hardware counters of the program whose times they print. Needs ncu.
# In the order in which ncu prints them:
counters=dram__throughput.avg.pct_of_peak_sustained_elapsed,gpu__time_duration.sum,launch__registers_per_thread
counters+=,sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active,sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active
counters+=,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum,smsp__issue_active.avg.pct_of_peak_sustained_active
counters+=,smsp__thread_inst_executed_per_inst_executed.ratio

# counters_of COMMAND...: a line each, of the third launch of what advances or fills its state (of two turns the first, which may draw for
# both), at the clocks that it has without ncu. Fails, with what ncu says, where it may not read them.
counters_of() {
    ncu --clock-control none --kernel-name 'regex:_(step|rest|distances)$' --launch-skip 2 --launch-count 1 --metrics "$counters" \
        "$@" >"$XDG_CACHE_HOME/ncu" 2>&1 || true
    grep -E '^ +(gpu|launch|dram|sm|smsp)__' "$XDG_CACHE_HOME/ncu" || { tail -n 3 "$XDG_CACHE_HOME/ncu"; return 1; }
}
