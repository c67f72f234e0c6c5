#!/usr/bin/env bash
# compile_all.sh - the suite compile.sh without turns: every kernel for every architecture, and by nvcc.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
NBB_COMPILE_ALL=1 exec bash "$NBB_SOURCE_DIR/tests/suites/compile.sh"
