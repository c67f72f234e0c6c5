#!/usr/bin/env bash
# labels: quick sanitized
# cover.sh - the cases of tests/cover/cases.txt take every branch of the templates, but for those that elsewhere.txt explains.
# emulate.sh executes those of CUDA, host.sh those of the host, and compile.sh compiles them; sweeps/cover.sh chooses them.
# With NBB_QUICK=1, for the sanitizers, every twelfth is printed.
set -euo pipefail
: "${NBB_COVER:?}" "${NBB_SOURCE_DIR:?}"
cd "$NBB_SOURCE_DIR"
if [[ -z ${NBB_QUICK:-} ]]; then
    "$NBB_COVER" check tests/cover/elsewhere.txt <tests/cover/cases.txt
else
    said=$(sed -n '1~12p' tests/cover/cases.txt | "$NBB_COVER" choose /dev/null 2>&1 >/dev/null) && ! grep '^refused' <<<"$said"
fi
