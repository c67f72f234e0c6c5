#!/usr/bin/env bash
# relatives.sh - the 512 relatives of the gasket, each of whose three replicas is turned by one of the square's isometries: automata at
# r = 5 on every map of the host, and a few by the emulator, against a brute force. Takes 10 processor minutes.
set -euo pipefail
export CC=${NBB_SOURCE_DIR:?}/tests/tools/cc_light OMP_NUM_THREADS=1 NBB_DEFINITIONS=relatives
exec "${NBB_SOURCE_DIR:?}/tests/sweeps/random_definitions.sh"
