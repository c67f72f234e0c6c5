#!/usr/bin/env bash
# schedules.sh - works by every schedule that --schedule has for them on a GPU, cells a second: what a plan's own choice rests on. The
# plan's stands first. Exit 1 where two of a work have different digests. Takes about a minute.
#
#     NBBGEN=build/release/nbbgen tests/device/schedules.sh [WORDS]
#
# With words, such as "tetrahedron", the works alone that have them.
. "${BASH_SOURCE[0]%/*}/provenance.bash"

provenance "$@"
works=(
    "carpet --r 4" "carpet --r 9" "carpet --r 9 --program ising" "carpet --r 9 --program heat" "carpet --r 9 --program larger_than_life"
    "carpet --r 9 --map compact --program forest_fire" "carpet --r 9 --map compact --program wireworld"
    "sierpinski --r 16 --map lambda --program wireworld" "triangle --n 32768 --storage packed" "triangle --n 32768 --program heat"
    "triangle --n 32768 --storage bits" "triangle --n 32768 --storage bits --program wireworld" "triangle --n 32768 --storage bits --program ising"
    "carpet --r 8 --program lenia" "carpet --r 8 --map lanes --program lenia" "carpet --r 7 --map bb --program lenia"
    "sierpinski --r 14 --program lenia" "menger --r 4 --program lenia" "carpet --r 8 --program tests/programs/patched.lua"
    "carpet --r 8 --map compact --program larger_than_life"
    "tetrahedron --n 1024 --storage packed" "tetrahedron --n 1024 --program heat --set D=0.1"
)
status=0
for work in "${works[@]}"; do
    [[ $# == 0 || $work == *"$*"* ]] || continue
    line="" digests=""
    for schedule in auto cells tile columns march straight persistent; do
        option="--schedule $schedule"
        [[ $schedule != auto ]] || option=""
        # shellcheck disable=SC2086  # words
        report=$("$NBBGEN" run $work $option --steps 40 --device cuda --digest --json --quiet 2>/dev/null) || continue
        read -r name rate digest < <(python3 -c 'import json, sys
report = json.load(sys.stdin)
print(report["schedule"], "%.3e" % report["cells_per_second"], report["digest"])' <<<"$report")
        [[ $schedule == auto ]] && line="$name $rate (the plan's)" || line+="  $name $rate"
        digests+="$digest"$'\n'
    done
    [[ $(sort -u <<<"${digests%$'\n'}" | wc -l) == 1 ]] || { status=1 line+="  DIGESTS DIFFER"; }
    printf '%-58s %s\n' "$work" "$line"
done
exit $status
