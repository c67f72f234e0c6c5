#!/usr/bin/env bash
# layers.sh - files use each other one way: tsort finds no loop among the library's objects.
set -euo pipefail
: "${NBB_BUILD_DIR:?}"
cd "$NBB_BUILD_DIR"

# "USER DEFINER" for each object and each other one whose functions or data it uses.
nm -A libnbb.a | awk '
    { split($1, place, ":") }
    NF == 3 && $2 == "U" { used[place[2] " " $3] }
    NF == 3 && $2 ~ /[BDRT]/ { definer[$3] = place[2] }
    END {
        for (use in used) {
            split(use, of, " ")
            if (of[2] in definer) print of[1], definer[of[2]]
        }
    }' | sort -u >layers.txt
count=$(wc -l <layers.txt)
loops=$(tsort layers.txt 2>&1 >/dev/null || true)
if [[ $count -lt 100 || -n $loops ]]; then
    printf '%s uses (at least 100 wanted); files that need each other:\n%s\n' "$count" "$loops"
    exit 1
fi
echo "$count uses, no loop"
