#!/usr/bin/env bash
# steps_drawn.sh - large levels of synchronous programs that draw, on map lanes: microseconds a step by launches of one, two
# and three steps; each comes to one digest. Takes less than a minute with 16 processors, most of it to compile.
#
#     NBBGEN=build/dev/nbbgen tests/device/steps_drawn.sh [WORD...]
#
# With words, such as "epidemic" or "carpet", only the lines that have one of them.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"
CUDA_CACHE_PATH=$XDG_CACHE_HOME PROGRAMS=${BASH_SOURCE[0]%/*}/../programs
export PROGRAMS
counts=(1 2 3)

# Program, fractal, level. mixing.lua draws for most cells, forest_fire for few.
list() {
    cat <<'LIST'
forest_fire carpet 10
forest_fire sierpinski 20
epidemic carpet 9
mixing sierpinski 18
LIST
}

# Lines: PROGRAM FRACTAL R STEPS-A-LAUNCH.
chosen() {
    local line count
    list | grep -F "$(printf '%s\n' "${@:-}")" | while read -r line; do
        for count in "${counts[@]}"; do echo "$line $count"; done
    done
}

# run PROGRAM FRACTAL R STEPS-A-LAUNCH STEPS OPTION...
run() {
    local program=$1
    [[ ! -e $PROGRAMS/$1.lua ]] || program=$PROGRAMS/$1.lua
    "$NBBGEN" run "$2" --r "$3" --program "$program" --map lanes --resident no --steps-per-launch "$4" --steps "$5" \
        --device "${DEVICE:-cuda}" --json --quiet "${@:6}"
}
digest_of() {
    local report
    report=$(run "$1" "$2" "$3" "$4" 13 --digest) || { echo "$1-$2 $3 failed-by-$4"; return; }
    echo "$1-$2 $3 $(sed -n 's/.*"digest": \("[^"]*"\).*/\1/p' <<<"$report")"
}
export -f run digest_of

provenance "$@"
chosen "$@" | compare_digests
printf '%-12s %-11s %3s' program fractal r
printf '%11s' "${counts[@]}"
echo '  1 / best, microseconds a step'
previous=
chosen "$@" | while read -r program fractal r count; do
    line="$program $fractal $r"
    if [[ $previous != "$line" ]]; then
        printf '%-12s %-11s %3d' "$program" "$fractal" "$r"
        previous=$line times=()
    fi
    time=$(run "$program" "$fractal" "$r" "$count" 120 | sed -n 's/.*"median": \([0-9.e+-]*\).*/\1/p')
    times+=("$time")
    awk -v time="$time" 'BEGIN { printf "%11.4g", time * 1e3 }'
    [[ $count -ne ${counts[-1]} ]] || printf '%s\n' "${times[@]}" |
        awk 'NR == 1 { one = best = $1 } $1 < best { best = $1 } END { printf "%9.2f\n", one / best }'
done
