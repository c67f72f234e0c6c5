#!/usr/bin/env bash
# measure.sh - the figures of docs/figures.md on a GPU: times of the maps in one run, and of starting.
#
#     NBBGEN=build/dev/nbbgen tests/device/measure.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches

time_of() {
    printf '%-72s' "$*"
    "$NBBGEN" run "$@" --device cuda --quiet | sed -n 's/^time  *//p'
}

# The time until a command's first line of output; a driver closes for some 50 ms more.
milliseconds_to_result() {
    local label=$1 begin end
    shift
    begin=$(date +%s%N)
    end=$("$@" 2>/dev/null | { read -r _; date +%s%N; cat >/dev/null; })
    printf '%-72s%d ms\n' "$label" $(((end - begin) / 1000000))
}

provenance "$@"
for workload in sw rd; do
    for map in bb lambda "lambda --tc" compact; do
        # shellcheck disable=SC2086 # the map is words
        time_of sierpinski --r 16 -w $workload --map $map --steps 100
    done
done
for map in bb lambda "lambda --tc"; do
    # shellcheck disable=SC2086
    time_of sierpinski --r 16 --map $map --steps 50
done
for map in compact "compact --tc"; do
    # shellcheck disable=SC2086
    time_of sierpinski --r 16 --map $map --steps 1000
    # shellcheck disable=SC2086
    time_of sierpinski --r 18 --map $map --steps 100
done
time_of sierpinski --r 16 --map lanes --steps 1000
for r in 18 20 22 24; do
    time_of sierpinski --r $r --map lanes --steps 100
done
time_of vicsek --r 14 --map lanes --steps 100
time_of carpet --r 11 --map lanes --steps 100
time_of hfractal --r 11 --map lanes --steps 100
time_of sierpinski --r 22 --map lanes -w rd --steps 100
time_of vicsek --r 12 --tc
time_of vicsek --r 12 --map compact
time_of carpet --r 9 --map compact --steps 100

milliseconds_to_result "main job: run vicsek --r 12 --tc, cached" "$NBBGEN" run vicsek --r 12 --tc --device cuda
for arguments in "vicsek --r 4" "sierpinski --r 8 --map lambda" "vicsek --r 4 --map compact --tc" "sierpinski --r 20"; do
    # shellcheck disable=SC2086
    milliseconds_to_result "cold start: run $arguments" "$NBBGEN" run $arguments --device cuda --rule B3/S23
    # shellcheck disable=SC2086
    milliseconds_to_result "cached start: run $arguments" "$NBBGEN" run $arguments --device cuda --rule B3/S23
done
milliseconds_to_result "emit sierpinski --r 16" "$NBBGEN" emit sierpinski --r 16
