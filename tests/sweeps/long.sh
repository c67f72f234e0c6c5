#!/usr/bin/env bash
# long.sh - units and suites that take small parts of what they are about, with all of it: those whose text asks for NBB_LONG, and
# checkpoints.sh with 50 kills. Suites measure times: nothing else should run.
set -uo pipefail
: "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_LONG=1 NBB_MOMENTS=50
passed=0 failed="" tests=$NBB_SOURCE_DIR/tests
try() { echo "$*" && if "$@"; then passed=$((passed + 1)); else failed+=" ${*##*/}"; fi; }
for unit in $(grep -lE 'nbb_unit_is_quick|for_each_fractal' "$tests"/unit/test_*.c); do try "$NBB_BUILD_DIR/tests/$(basename "$unit" .c)"; done
for suite in $(grep -lE 'NBB_LONG|\bsome [0-9]|^ *long [a-z]|NBB_MOMENTS' "$tests"/{suites/*,emulator/selftest,sweeps/physics}.sh); do try bash "$suite"; done
echo "$passed units and suites passed, failed:${failed:- none}"
[[ -z $failed ]]
