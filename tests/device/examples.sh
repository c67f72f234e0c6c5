#!/usr/bin/env bash
# examples.sh - the examples that take emitted kernels into others' programs, on a GPU: what they print must be what a run
# gives. CuPy and PyCUDA are asked for where Python has them, which is told.
#
#     BUILD=build/release tests/device/examples.sh
set -euo pipefail
: "${BUILD:?the build folder}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
NBBGEN=$BUILD/nbbgen
export NBBGEN
provenance "$@"
examples=$(cd "${BASH_SOURCE[0]%/*}/../../examples" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# same WHAT GOT WANTED
same() {
    [[ $2 == "$3" ]] && echo "$1: $2" && return
    echo "$1: $2, wanted $3"
    failures=$((failures + 1))
}

# The digest and the population that a run of 12 steps on this GPU ends with, in the words of the examples.
wanted=$("$NBBGEN" run sierpinski --r 12 --map compact --steps 12 --digest --json --device cuda --quiet |
    python3 -c 'import json, sys; run = json.load(sys.stdin); print(run["population"], "cells live, digest", run["digest"])')

cmake --install "$BUILD" --prefix "$scratch/prefix" >/dev/null
cmake -S "$examples/project" -B "$scratch/build" "-DCMAKE_PREFIX_PATH=$scratch/prefix" >/dev/null
cmake --build "$scratch/build" >/dev/null
program=$(readlink -f "$NBBGEN")
cd "$scratch"
same "driver API" "$(build/on_gpu)" "$wanted"
if python3 -c 'import cupy' 2>/dev/null; then
    same "CuPy" "$(python3 "$examples/cupy_kernels.py" "$program")" "$wanted"
else
    echo "CuPy: not here"
fi
if python3 -c 'import pycuda' 2>/dev/null; then
    heat=$(python3 "$examples/pycuda_kernels.py" "$program")
    same "PyCUDA" "$(printf %.3f "${heat##* }")" 1.000
else
    echo "PyCUDA: not here"
fi
echo "$failures failures"
[[ $failures -eq 0 ]]
