#!/usr/bin/env bash
# exact.sh - what the tensor-core maps give is exact, on the emulator: a few fractals at their largest level and at a low one. The sweep
# exact_all.sh has many, and the host target.
# labels: slow
set -euo pipefail
: "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator
bash "$NBB_SOURCE_DIR/tests/exact/cases.sh" emulator few
