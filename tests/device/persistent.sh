#!/usr/bin/env bash
# persistent.sh - small and middle levels of programs that draw, on map lanes: microseconds a step by launches of a step or turn
# each, by persistent launches, in memory and in a cluster, and by the plan's own choice; each comes to one digest. Takes about
# 80 seconds with 16 processors.
#
#     NBBGEN=build/dev/nbbgen tests/device/persistent.sh [WORD...]
#
# With words, such as "ising" or "carpet", only the lines that have one of them.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"
ways=(no grid cluster auto)

# Program, fractal, levels.
list() {
    cat <<'LIST'
ising sierpinski 8 10 12 14 16 17 18
ising carpet 5 6 7 8 9
ising vicsek 6 8 9 10
forest_fire carpet 5 6 7 8
epidemic carpet 5 7
potts sierpinski 12
potts carpet 5
LIST
}

# Lines: PROGRAM FRACTAL R WAY.
chosen() {
    local program fractal levels r way
    list | grep -F "$(printf '%s\n' "${@:-}")" | while read -r program fractal levels; do
        for r in $levels; do
            for way in "${ways[@]}"; do echo "$program $fractal $r $way"; done
        done
    done
}

# run PROGRAM FRACTAL R WAY STEPS OPTION...
run() {
    "$NBBGEN" run "$2" --r "$3" --program "$1" --map lanes --persistent "$4" --steps "$5" --device "${DEVICE:-cuda}" \
        --json --quiet "${@:6}"
}
digest_of() {
    local report
    report=$(run "$1" "$2" "$3" "$4" 37 --digest 2>/dev/null) || return 0  # levels that a way does not hold
    echo "$1-$2 $3 $(sed -n 's/.*"digest": \("[^"]*"\).*/\1/p' <<<"$report")"
}
export -f run digest_of

# Of a run the median, as "12.3", or "-", and where a persistent launch is: no, grid or cluster.
microseconds_of() {
    local report where=no
    report=$(run "$@" 2>/dev/null) || { echo "- -"; return; }
    ! grep -q '"cluster":' <<<"$report" || where=$(grep -q '"cluster": 0' <<<"$report" && echo grid || echo cluster)
    sed -n 's/.*"median": \([0-9.e+-]*\).*/\1/p' <<<"$report" | awk -v where="$where" '{ printf "%.4g %s\n", $1 * 1e3, where }'
}

provenance "$@"
chosen "$@" | compare_digests
printf '%-12s %-11s %3s' program fractal r
printf '%11s' "${ways[@]}"
echo '  no / auto, microseconds a step'
previous=
chosen "$@" | while read -r program fractal r way; do
    [[ $previous == "$program $fractal $r" ]] || printf '%-12s %-11s %3d' "$program" "$fractal" "$r"
    previous="$program $fractal $r"
    read -r time where < <(microseconds_of "$program" "$fractal" "$r" "$way" 2000)
    [[ $way != no ]] || launches=$time
    printf '%11s' "$time"
    [[ $way != auto ]] || awk -v no="$launches" -v own="$time" -v where="$where" \
        'BEGIN { printf "%9.2f  %s\n", (own > 0 ? no / own : 0), where }'
done
