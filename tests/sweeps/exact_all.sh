#!/usr/bin/env bash
# exact_all.sh - suites/exact.sh with every kind of fractal.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator
bash "$NBB_SOURCE_DIR/tests/exact/cases.sh" emulator many
bash "$NBB_SOURCE_DIR/tests/exact/cases.sh" host many
