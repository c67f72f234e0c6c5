#!/usr/bin/env bash
# mutants.sh - plants the faults of tests/mutants/list.txt one by one; at least 97 of 100 must be caught.
set -euo pipefail
exec python3 -B "${NBB_SOURCE_DIR:?}/tests/mutants/mutants.py"
