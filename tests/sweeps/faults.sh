#!/usr/bin/env bash
# faults.sh - suites/faults.sh with every call that can fail, NBB_JOBS parts side by side; NBB_PART=K/N: the K-th of N sweeps that
# are all of it together.
set -uo pipefail
jobs=${NBB_JOBS:-$(nproc)} part=${NBB_PART:-1/1}
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
export said suite=${BASH_SOURCE[0]%/*}/../suites/faults.sh NBB_FAULTS_STEP=$((jobs * ${part#*/}))
seq $(((${part%/*} - 1) * jobs)) $((${part%/*} * jobs - 1)) |
    xargs -P "$jobs" -I '{}' bash -c 'NBB_FAULTS_FIRST=$1 bash "$suite" >"$said/$1" 2>&1' bash '{}'
grep -hvE '^[0-9]+ passed, |: [0-9]+ calls of class' "$said"/* | head -n 100
cat "$said"/* | awk -v parts="$(find "$said" -type f | wc -l)" -v jobs="$jobs" '
    / passed, [0-9]+ failed$/ { ended++; passed += $1; failed += $3 }
    match($0, /[0-9]+ calls of class /) {
        key = substr($0, 1, RSTART - 1) $NF
        sub(/[^ ]*suite\.[^ \/]*/, "", key)  # a scratch folder
        if (!seen[key]++) calls += substr($0, RSTART)
    }
    END { printf "%d calls that can fail: %d passed, %d failed\n", calls, passed, failed; exit failed + jobs - ended > 0 }'
