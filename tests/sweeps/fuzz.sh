#!/usr/bin/env bash
# fuzz.sh - each target of fuzz/ for NBB_FUZZ_SECONDS of processors, ten minutes, on NBB_JOBS of them; NBB_PART=K/N: every N-th target.
set -euo pipefail
jobs=${NBB_JOBS:-$(nproc)} part=${NBB_PART:-1/1} seconds=${NBB_FUZZ_SECONDS:-600}
fuzz=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../fuzz
processes=$((jobs > 4 ? jobs / 4 : 1))
mapfile -t targets < <(basename -a -s .c "$fuzz"/fuzz_*.c | sed 's/^fuzz_//' | awk -v part="${part%/*}" -v parts="${part#*/}" 'NR % parts == part % parts')
"$fuzz/fuzz.sh" $(((seconds + processes - 1) / processes)) $processes "${targets[@]}"
for target in "${targets[@]}"; do
    grep -E "  $target +[0-9]" "$fuzz/figures.txt"
done | awk '{ seconds += $4; runs += $5; clean += $NF == "clean" }
    END { printf "%d targets, %d s of processors, %d runs: %d clean\n", NR, seconds, runs, clean; exit clean < NR }'
