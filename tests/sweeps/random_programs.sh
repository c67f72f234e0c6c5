#!/usr/bin/env bash
# random_programs.sh - the suite of that name with many programs. Takes 21 processor minutes.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
NBB_FIRST_PROGRAM=${NBB_FIRST_PROGRAM:-1} NBB_COUNT_PROGRAMS=${NBB_COUNT_PROGRAMS:-2000} bash "$NBB_SOURCE_DIR/tests/suites/random_programs.sh"
