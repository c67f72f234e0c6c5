# simplices.bash - sourced by bits.sh and strips.sh: a line for each run, and where there is ncu one of its counters; whether all digests of
# a state agree. With NBB_COUNTERS=0 no counters.
. "${BASH_SOURCE[0]%/*}/counters.bash"
own_caches

# rates: the line of the memory's rates in GB/s.
rates() {
    "$NBBGEN" bench sierpinski --r 10 --map bb -w sw --samples 3 --device cuda 2>&1 | grep -i 'GB/s'
}

# state_of OPTION...: those that a state's digest depends on, so without those of storages and maps.
state_of() {
    sed -E 's/ --(storage|map|tile|from|recursion|chunk) [^ ]+//g; s/ --tc(=[1-4])?//g' <<<"$*"
}

# row LABEL BYTES-A-CELL STATE: the line of the report in $XDG_CACHE_HOME/run: milliseconds, cells and bytes a second, digest.
row() {
    awk -v label="$1" -v bytes="$2" '
        function value(pattern) { return match($0, pattern) ? substr($0, RSTART + index(pattern, " "), RLENGTH - index(pattern, " ")) : "" }
        /"cells": / { cells = value("\"cells\": [0-9]+") + 0 }
        /"digest": / { digest = value("\"digest\": \"[^\"]*\"") }
        /"ms_per_step": [0-9]/ { ms = value("\"ms_per_step\": [0-9.e+-]+") + 0 }
        /"median": / { ms = value("\"median\": [0-9.e+-]+") + 0 }
        END {
            if (!cells || !ms || !digest)
                exit 1
            printf "%-50s %9.5f ms  %.3e cells/s  %7.1f GB/s  %s\n", label, ms, cells / ms * 1e3, bytes * cells / ms * 1e-6, digest
        }
    ' "$XDG_CACHE_HOME/run" >"$XDG_CACHE_HOME/row" || { echo "$1: expected cells, digest and time, found"; cat "$XDG_CACHE_HOME/run"; return 1; }
    cat "$XDG_CACHE_HOME/row"
    echo "$3: $(awk '{ print $NF }' "$XDG_CACHE_HOME/row")" >>"$XDG_CACHE_HOME/digests"
}

# count COMMAND...: the counters of a launch of the command whose time was printed.
count() {
    [[ ${NBB_COUNTERS:-1} != 0 ]] && command -v ncu >"$XDG_CACHE_HOME/said" || return 0
    counters_of "$@" >"$XDG_CACHE_HOME/counted" || { echo "no counters: $(tr -s ' \n' ' ' <"$XDG_CACHE_HOME/counted")"; NBB_COUNTERS=0; return 0; }
    awk '
        { value[$1] = $NF; unit[$1] = $2 }
        END {
            printf "    a launch %s %s: memory %s%%, issued %s%%, logic %s%%, f32 %s%%, warps %s%%, %s registers\n",
                value["gpu__time_duration.sum"], unit["gpu__time_duration.sum"],
                value["dram__throughput.avg.pct_of_peak_sustained_elapsed"], value["smsp__issue_active.avg.pct_of_peak_sustained_active"],
                value["sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"],
                value["sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active"],
                value["sm__warps_active.avg.pct_of_peak_sustained_active"], value["launch__registers_per_thread"]
        }
    ' "$XDG_CACHE_HOME/counted"
}

# measure LABEL BYTES-A-CELL OPTION...: a row and its counters.
measure() {
    local label=$1 bytes=$2
    shift 2
    "$NBBGEN" run "$@" --device cuda --quiet --json --digest >"$XDG_CACHE_HOME/run"
    row "$label" "$bytes" "$(state_of "$@")"
    count "$NBBGEN" run "$@" --device cuda --quiet
}

# build_by_step NAME OPTION...: the emitted program with launches of one step each; several are built at once.
build_by_step() {
    local source=$XDG_CACHE_HOME/$1.cu
    "$NBBGEN" emit "${@:2}" --target cuda -o "$source" >"$XDG_CACHE_HOME/said"
    sed -E 's#done = left < [0-9]+ [?] 1 : [0-9]+;#done = 1;#' "$source" >"$source.by_step.cu"
    cmp -s "$source" "$source.by_step.cu" && { echo "$1: no launch of several steps in $source"; return 1; }
    nvcc -O3 -arch=sm_90 -o "$XDG_CACHE_HOME/$1" "$source.by_step.cu" &
}

# measure_by_step NAME LABEL BYTES-A-CELL OPTION...: the same of what build_by_step built; the first run is none.
measure_by_step() {
    local label=$2 bytes=$3
    "$XDG_CACHE_HOME/$1" >"$XDG_CACHE_HOME/run"
    "$XDG_CACHE_HOME/$1" >"$XDG_CACHE_HOME/run"
    row "$label" "$bytes" "$(state_of "${@:4}")"
    count "$XDG_CACHE_HOME/$1"
}

# all_agree: whether all rows of a state have one digest; else says which not, and fails.
all_agree() {
    sort "$XDG_CACHE_HOME/digests" | uniq | sed 's/: [^:]*$//' | uniq -d >"$XDG_CACHE_HOME/differing"
    if [[ -s $XDG_CACHE_HOME/differing ]]; then
        echo "digests that differ:"
        grep -F -f "$XDG_CACHE_HOME/differing" "$XDG_CACHE_HOME/digests"
        return 1
    fi
    echo "one digest a state: $(sort -u "$XDG_CACHE_HOME/digests" | wc -l) states in $(wc -l <"$XDG_CACHE_HOME/digests") rows ($SECONDS s)"
}
