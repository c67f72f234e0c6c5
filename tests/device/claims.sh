#!/usr/bin/env bash
# claims.sh - the numbers of README.md and docs/ against the outputs that are committed here. Needs no GPU.
#
#     tests/device/claims.sh            says which number differs from its output, and which has none
#     tests/device/claims.sh --update   writes the outputs' values into the pages, after new outputs were committed
#
# docs/claims.py says which output a number comes from; claims_check.py compares, claims_outputs.py reads outputs.
set -euo pipefail
folder=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
exec python3 -B "$folder/claims_check.py" "${NBB_CLAIMS_ROOT:-$folder/../..}" "$@"
