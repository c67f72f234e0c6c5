#!/usr/bin/env bash
# check.sh - correctness on a GPU: the whole matrix by digest, then compute-sanitizer on each kind of kernel.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix tests/device/check.sh
#
# Run from the checkout's top. Needs a CUDA device, NVRTC and compute-sanitizer. Exit 1 on any difference or finding.
set -euo pipefail
: "${NBBGEN:?the program}" "${NBB_MATRIX:?the matrix of cases}"

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
"$NBB_MATRIX" run cuda &
tools=($!)

# Small enough for the sanitizer, large enough for several blocks, halos on all sides and partial blocks.
runs=(
    "sierpinski --r 9 --map bb" "sierpinski --r 9 --map lambda" "sierpinski --r 9 --map lambda --tc"
    "sierpinski --r 9 --map compact" "sierpinski --r 9 --map compact --tc" "sierpinski --r 8 --map compact --tile 128 --tc"
    "vicsek --r 5 --map lambda" "vicsek --r 5 --map compact" "vicsek --r 5 --map compact --tc" "vicsek --r 5 --map compact --tile 3"
    "carpet --r 4 --map lambda --tile 9" "carpet --r 4 --map compact --tc --tile 9" "chandelier --r 5 --map compact"
    "cantor --r 9 --map compact --tc" "sierpinski --r 10 --map lanes" "vicsek --r 6 --map lanes --tile 3"
    "carpet --r 4 --map lanes" "chandelier --r 6 --map lanes"
    "sierpinski --r 9 --map lambda --eval shuffle --hash shared --intra lut --tile 8" "vicsek --r 5 --map lambda --tile 1 --eval shuffle"
    "vicsek --r 5 --map compact --eval shuffle --hash arith --intra unroll" "carpet --r 4 --map compact --hash shared --intra lut"
)
for workload in sw rd; do
    runs+=("sierpinski --r 9 --map bb -w $workload" "sierpinski --r 10 --map lambda -w $workload"
           "vicsek --r 6 --map lanes -w $workload" "vicsek --r 6 --map lambda --tc -w $workload"
           "chandelier --r 6 --map lambda --eval shuffle --hash shared --intra unroll -w $workload"
           "sierpinski --r 9 --map compact --intra lut -w $workload" "vicsek --r 6 --map compact -w $workload")
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sanitize() {  # one tool on every run
    local arguments
    for arguments in "${runs[@]}"; do
        # shellcheck disable=SC2086 # the arguments are words
        compute-sanitizer --tool "$1" --error-exitcode 9 "$NBBGEN" run $arguments --steps 3 --device cuda --verify --quiet \
            >"$work/$1" 2>&1 && grep -q 'ERROR SUMMARY: 0 errors\|RACECHECK SUMMARY: 0 hazards' "$work/$1" ||
            { echo "$1: $arguments"; cat "$work/$1"; return 1; }
    done
    echo "$1: ${#runs[@]} runs clean"
}
for tool in memcheck racecheck initcheck synccheck; do
    sanitize $tool &
    tools+=($!)
done
for tool in "${tools[@]}"; do
    wait "$tool"
done
