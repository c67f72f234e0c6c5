#!/usr/bin/env bash
# touch.sh - what CONTRIBUTING says that a thing touches: the program files that name a sample of it are those listed,
# or at most as many as are counted there; and the lines that tests/mutants/list.txt changes.
# labels: quick
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
cd "$NBB_SOURCE_DIR"
rows=0 wrong=0

# Rows "| a storage | `STORAGE_BITS` | 12 |", or with the files, "`gen/plan/workload.h`, ..." in place of their number.
while IFS='|' read -r _ what sample listed _; do
    rows=$((rows + 1))
    pattern=$(tr -d '` ' <<<"$sample")
    found=$(grep -rlE "$pattern" gen runtime library cli python templates | sort)
    wanted=$(grep -oE '`[^`]+`' <<<"$listed" | tr -d '`' | sort || true)
    if [[ -n $wanted && $found != "$wanted" ]] || [[ -z $wanted && $(wc -l <<<"$found") -gt $listed ]]; then
        printf '%s (%s): CONTRIBUTING says%s, found %s:\n%s\n' "$what" "$pattern" "$listed" "$(wc -l <<<"$found")" "$found"
        wrong=1
    fi
done < <(sed -n '/^| to add | sample /,/^$/p' CONTRIBUTING.md | tail -n +3 | grep '^|')
[[ $rows -ge 6 && $wrong -eq 0 ]] || { echo "$rows rows (at least 6 wanted)"; exit 1; }
echo "$rows samples touch what CONTRIBUTING says"

# Faults can be planted as long as the text that they change is there.
python3 -B tests/mutants/mutants.py --check
