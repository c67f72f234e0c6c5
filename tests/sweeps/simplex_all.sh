#!/usr/bin/env bash
# simplex_all.sh - suites/simplex.sh with the emitted maps of every side up to 512, of tetrahedra up to 128.
NBB_EVERY_SIDE=1 exec bash "${BASH_SOURCE[0]%/*}/../suites/simplex.sh"
