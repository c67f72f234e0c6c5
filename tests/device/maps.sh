#!/usr/bin/env bash
# maps.sh - every way to evaluate lambda on a GPU, in one run: milliseconds a step (medians) of the gasket, by eval, hash and
# intra; bb, compact and lambda on tensor cores beside them.
#
#     NBBGEN=build/dev/nbbgen tests/device/maps.sh [R...]      (14 15 16)
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches
levels=("$@")
[[ $# -gt 0 ]] || levels=(14 15 16)

# row OPTION...: the choice, and its median at each level.
row() {
    local r
    printf '%-66s' "$*"
    for r in "${levels[@]}"; do
        printf '%10s' "$("$NBBGEN" run sierpinski --r "$r" "$@" --steps 200 --device cuda --quiet |
            sed -n 's/^time  *\([^ ]*\) ms.*/\1/p')"
    done
    echo
}

provenance "$@"
printf '%-66s' "ms a step, gasket, at r ="
printf '%10s' "${levels[@]}"
echo
for workload in sw rd ca; do
    row -w $workload --map bb
    row -w $workload --map lambda --tc
    row -w $workload --map compact
    for intra in box lut unroll; do
        for hash in table shared arith; do
            for eval in unrolled shuffle; do
                row -w $workload --map lambda --eval $eval --hash $hash --intra $intra
            done
        done
    done
done
for intra in box lut unroll; do
    for eval in unrolled shuffle; do
        row -w ca --map compact --eval $eval --intra $intra
    done
done
