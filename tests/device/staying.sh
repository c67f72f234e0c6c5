#!/usr/bin/env bash
# staying.sh - small and middle levels of programs that draw, on map lanes: microseconds a step by launches of a step or turn
# each, by launches that stay, in memory and in a cluster, and by the plan's own choice; each comes to one digest. Takes about
# 80 seconds with 16 processors.
#
#     NBBGEN=build/dev/nbbgen tests/device/staying.sh [WORD...]
#
# With words, such as "ising" or "carpet", only the lines that have one of them.
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"
CUDA_CACHE_PATH=$XDG_CACHE_HOME
export CUDA_CACHE_PATH
ways=(no grid cluster auto)

# Program, fractal, levels.
list() {
    cat <<'LIST'
ising sierpinski 8 10 12 13 14 15 16
ising carpet 5 6 7 8
ising vicsek 6 7 8 9 10
forest_fire carpet 5 6 7 8
forest_fire sierpinski 12 14
epidemic carpet 5 6 7
potts carpet 5 6
potts sierpinski 10 12
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
    "$NBBGEN" run "$2" --r "$3" --program "$1" --map lanes --resident "$4" --steps "$5" --device "${DEVICE:-cuda}" \
        --json --quiet "${@:6}"
}
digest_of() {
    local report
    report=$(run "$1" "$2" "$3" "$4" 37 --digest 2>/dev/null) || return 0  # levels that a way does not hold
    echo "$1-$2 $3 $(sed -n 's/.*"digest": \("[^"]*"\).*/\1/p' <<<"$report")"
}
export -f run digest_of

# "12.3 " of a run's median, or "- ".
microseconds_of() {
    local report
    report=$(run "$@" 2>/dev/null) || { echo -; return; }
    sed -n 's/.*"median": \([0-9.e+-]*\).*/\1/p' <<<"$report" | awk '{ printf "%.4g\n", $1 * 1e3 }'
}

provenance "$@"
chosen "$@" | compare_digests
printf '%-12s %-11s %3s' program fractal r
printf '%11s' "${ways[@]}"
echo '   microseconds a step; no over auto'
previous=
chosen "$@" | while read -r program fractal r way; do
    [[ $previous == "$program $fractal $r" ]] || printf '%-12s %-11s %3d' "$program" "$fractal" "$r"
    previous="$program $fractal $r"
    time=$(microseconds_of "$program" "$fractal" "$r" "$way" 3000)
    [[ $way != no ]] || launches=$time
    printf '%11s' "$time"
    [[ $way != auto ]] || awk -v no="$launches" -v own="$time" 'BEGIN { printf "%9.2f\n", own > 0 ? no / own : 0 }'
done
