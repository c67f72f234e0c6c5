#!/usr/bin/env bash
# sides.sh - sw by every cover of lambda on all triangles up to 512 cells a side and all tetrahedra up to 128, in tiles
# of 4 (matrix/sides.c), shared among at most 16 processes; then on some large sides, of which --verify compares what it
# draws with the definition. Exit 1 on any difference and where a cover is missing.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix tests/device/sides.sh [cuda[:N]|cpu]
#
# Run from the checkout's top. The large sides take 9 GB of the device; with cpu it takes four minutes on two
# processors.
set -euo pipefail
: "${NBBGEN:?the program}" "${NBB_MATRIX:?the matrix of cases}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
device=${1:-cuda}
XDG_CACHE_HOME=$(mktemp -d)
export NBB_MATRIX XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
covers=$((2 * 512 + 3 * 128))  # from above and below; of tetrahedra also by branches

provenance "$@"
processes=$(nproc)
processes=$((processes < 16 ? processes : 16))
# A process that fails has said why on standard error; its figures, or their lack, tell below.
seq "$processes" | xargs -P "$processes" -I '{}' "$NBB_MATRIX" sides "$device" '{}' "$processes" \
    >"$XDG_CACHE_HOME/figures" || true
read -r passed failed < <(awk '{ passed += $1; failed += $3 } END { print passed + 0, failed + 0 }' \
    "$XDG_CACHE_HOME/figures")
echo "640 sides in $processes processes: $passed of $covers covers passed, $failed failed ($SECONDS s)"
[[ $passed -eq $covers && $failed -eq 0 ]] || exit 1

for large in "triangle --n 131072" "triangle --n 100000 --from above" "tetrahedron --n 1600" \
    "tetrahedron --n 1023 --recursion branches"; do
    # shellcheck disable=SC2086  # words
    if ! "$NBBGEN" run $large -w sw --steps 1 --verify --device "$device" >"$XDG_CACHE_HOME/report" 2>&1 ||
        ! grep -q '^nbbgen: verified: [1-9]' "$XDG_CACHE_HOME/report"; then
        echo "$large: expected a line 'nbbgen: verified: ... places compared', found"
        cat "$XDG_CACHE_HOME/report"
        exit 1
    fi
    echo "$large: $(sed -n 's/^nbbgen: //p; s/^population *//p' "$XDG_CACHE_HOME/report" | paste -sd ' ')"
done
