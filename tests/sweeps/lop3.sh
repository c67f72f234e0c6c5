#!/usr/bin/env bash
# lop3.sh - lop3.py, with the CUDA toolkit's ptxas and nvdisasm.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
for tool in ptxas nvdisasm; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed: it comes with the CUDA toolkit" && exit 1; }
done
exec python3 "$NBB_SOURCE_DIR/tests/sweeps/lop3.py" "$@"
