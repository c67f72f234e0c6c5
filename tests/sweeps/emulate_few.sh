#!/usr/bin/env bash
# emulate_few.sh - executes the emitted CUDA text of every choice of the matrix on every definition, and of every pair of choices
# on one of each kind (tests/matrix/few.h).
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
"$NBB_MATRIX" few | sort -u >"$NBB_EMULATED_CASES"
bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh"
