#!/usr/bin/env bash
# faults.sh - suites/faults.sh with every call that can fail.
NBB_FAULTS_STEP=1 exec bash "${BASH_SOURCE[0]%/*}/../suites/faults.sh"
