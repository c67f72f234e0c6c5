#!/usr/bin/env bash
# simplex.sh - simplices on a GPU: sw and edm by bounding box, enumeration and lambda over n, in one run; beside them the
# memory's own rates. Takes about two minutes.
#
#     NBBGEN=build/dev/nbbgen tests/device/simplex.sh
#
# A line's last figures: milliseconds a pass, how many times faster than bb at the same n, and bytes of cells (not of places
# or padding) a second. What to look for: sw by lambda against bb, and its rate in packed storage against the write rate. The last lines are digests of
# distances, each verified; they must be equal. The threads of bb write single bytes; "16 bytes a thread" is bb with the
# stores of the other maps, against which their gain is that of the map alone.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches

# points COUNT: a .npy file of that many points in three dimensions.
points() {
    [[ -x $work/points ]] || cc -O1 "${BASH_SOURCE[0]%/*}/points.c" -o "$work/points"
    "$work/points" "$1" >"$work/points.npy"
}

# measure BYTES-A-CELL N LABEL OPTION...: one line; the bb of an n is what the others are compared with.
measure() {
    local bytes=$1 n=$2 label=$3 simplex=triangle ms cells
    shift 3
    [[ $label != *" m3 "* ]] || simplex=tetrahedron
    if "$NBBGEN" run $simplex "$@" --steps 50 --device cuda --quiet --json >"$work/run" 2>"$work/error"; then
        cells=$(sed -n 's/.*"cells": \([0-9]*\),/\1/p' "$work/run")
        ms=$(sed -n 's/.*"median": \([0-9.e-]*\).*/\1/p' "$work/run")
        [[ $label == *bb ]] && bb=$ms
        awk -v label="$label" -v n="$n" -v ms="$ms" -v bb="$bb" -v bytes="$bytes" -v cells="$cells" 'BEGIN {
            printf "%-32s n = %6d  %9.4f ms  %6.2f times bb  %7.1f GB/s\n", label, n, ms, bb / ms,
                   bytes * cells / ms * 1e-6 }'
    else
        printf '%-32s n = %6d  %s\n' "$label" "$n" "$(<"$work/error")"
    fi
}

provenance "$@"
"$NBBGEN" bench sierpinski --r 10 --map bb -w sw --samples 3 --device cuda 2>&1 | grep -i 'GB/s\|TB/s' || true
bb=0
for n in 4096 16384 65536 100000 131072; do
    measure 1 $n "sw bb" --n $n -w sw --map bb
    measure 1 $n "sw bb, 16 bytes a thread" --n $n -w sw --map bb --chunk 16
    for storage in embedded packed; do
        measure 1 $n "sw enum $storage" --n $n -w sw --map enum --storage $storage
        measure 1 $n "sw lambda $storage" --n $n -w sw --map lambda --storage $storage
    done
done
measure 1 131072 "sw lambda packed, tiles of 128" --n 131072 -w sw --tile 128
measure 1 131072 "sw lambda packed, tiles of 32" --n 131072 -w sw --tile 32
measure 1 100000 "sw lambda packed, from above" --n 100000 -w sw --from above
measure 1 65536 "ca bb" --n 65536 --map bb
for storage in embedded packed; do
    measure 1 65536 "ca lambda $storage" --n 65536 --storage $storage
    measure 1 65536 "ca enum $storage" --n 65536 --map enum --storage $storage
done
for n in 256 512 1000 1024 1600; do
    measure 1 $n "sw m3 bb" --n $n -w sw --map bb
    measure 1 $n "sw m3 bb, 16 bytes a thread" --n $n -w sw --map bb --chunk 16
    for storage in embedded packed; do
        measure 1 $n "sw m3 enum $storage" --n $n -w sw --map enum --storage $storage
        measure 1 $n "sw m3 lambda $storage" --n $n -w sw --map lambda --storage $storage
        measure 1 $n "sw m3 branches $storage" --n $n -w sw --map lambda --storage $storage --recursion branches
    done
done
for n in 4096 16384 32768 50000; do
    points $n
    measure 4 $n "edm bb" -w edm --points "$work/points.npy" --map bb
    for storage in embedded packed; do
        measure 4 $n "edm enum $storage" -w edm --points "$work/points.npy" --map enum --storage $storage
        measure 4 $n "edm lambda $storage" -w edm --points "$work/points.npy" --map lambda --storage $storage
    done
done
points 4097
for choice in "--storage embedded --from above" "--storage packed" "--map enum" "--map bb"; do
    # shellcheck disable=SC2086 # the choice is words
    "$NBBGEN" run triangle -w edm --points "$work/points.npy" --verify --device cuda --digest $choice | grep digest
done
