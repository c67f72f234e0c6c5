#!/usr/bin/env bash
# compile_all.sh - the suite compile.sh with the cases that sweeps/emulate_few.sh executes, for every architecture.
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
NBB_COMPILED_CASES=$(mktemp)
export NBB_COMPILED_CASES
trap 'rm -f "$NBB_COMPILED_CASES"' EXIT
"$NBB_MATRIX" few | sort -u >"$NBB_COMPILED_CASES"
bash "$NBB_SOURCE_DIR/tests/suites/compile.sh"
