#!/usr/bin/env bash
# simplex_all.sh - suites/simplex.sh and suites/simplex_programs.sh with every side up to 512, of tetrahedra up to 128.
set -e
export NBB_EVERY_SIDE=1
bash "${BASH_SOURCE[0]%/*}/../suites/simplex.sh"
bash "${BASH_SOURCE[0]%/*}/../suites/simplex_programs.sh"
