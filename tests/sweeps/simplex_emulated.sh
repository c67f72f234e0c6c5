#!/usr/bin/env bash
# simplex_emulated.sh - executes the emitted CUDA text of sw on every side that matrix/sides.c has, its covers from
# above, from below and by branches alternately: each must write every cell and nothing else. Takes some minutes.
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
cd "$NBB_SOURCE_DIR"

# Of the lines of a side, SIMPLEX --n N and so on, one.
"$NBB_MATRIX" sides list | awk '++cover[$1, $3] == 1 + $3 % (/tetrahedron/ ? 3 : 2)' >"$NBB_EMULATED_CASES"
[[ $(wc -l <"$NBB_EMULATED_CASES") -eq 640 ]] || { echo "expected the 640 sides"; exit 1; }
bash tests/suites/emulate.sh
