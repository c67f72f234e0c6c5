#!/usr/bin/env bash
# emulate_all.sh - the suite emulate.sh over the whole matrix: every case, however large its box or long its code.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CELLS=1000000 NBB_EMULATED_OPERATIONS=1000000 exec bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh"
