#!/usr/bin/env bash
# long.sh - suites that take small parts of what they are about, with all of it: physics.sh, shards.sh, main_job.sh,
# simplex_programs.sh, oracle_programs.sh, checkpoints.sh with 50 kills.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
export NBB_LONG=1 NBB_MOMENTS=50
for suite in physics shards main_job simplex_programs oracle_programs checkpoints; do
    bash "$NBB_SOURCE_DIR/tests/suites/$suite.sh"
done
