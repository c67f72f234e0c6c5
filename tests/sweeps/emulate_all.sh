#!/usr/bin/env bash
# emulate_all.sh - executes the emitted CUDA text of the matrix' choices in pairs and in threes. Takes half an hour.
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
{ "$NBB_MATRIX" list && "$NBB_MATRIX" triples; } | sort -u >"$NBB_EMULATED_CASES"
bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh"
