#!/usr/bin/env bash
# long.sh - units and suites that take small parts of what they are about, with all of it: those whose text asks for NBB_LONG, and
# checkpoints.sh with 50 kills.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_LONG=1 NBB_MOMENTS=50
tests=$NBB_SOURCE_DIR/tests
for unit in $(grep -lE 'nbb_unit_is_quick|for_each_fractal' "$tests"/unit/test_*.c); do
    "$NBB_BUILD_DIR/tests/$(basename "$unit" .c)" >/dev/null
done
for suite in $(grep -lE 'NBB_LONG|\bsome [0-9]|^ *long [a-z]|NBB_MOMENTS' "$tests"/suites/*.sh "$tests/emulator/selftest.sh"); do
    echo "$suite" && bash "$suite"
done
