#!/usr/bin/env bash
# simplex_sides.sh - automata and programs by each kind of kernel that simplices have (matrix/kinds.c) on every triangle up to side
# 512 and every tetrahedron up to side 128, and some about more tiles, on the host and as CUDA that the emulator executes: all come to
# the digests of the brute force. Takes some hours; NBB_SIDES, such as "31 32 33", has these alone.
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
export CC=$NBB_SOURCE_DIR/tests/tools/cc_light
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
cd "$NBB_SOURCE_DIR"
for n in ${NBB_SIDES:-$(seq 512) 168 208 268 960 961 1913 1919 1920 2040}; do
    "$NBB_MATRIX" kinds cpu "$n" 4096
    "$NBB_MATRIX" kinds list "$n" 4096 >>"$NBB_EMULATED_CASES"
done
bash tests/suites/emulate.sh
