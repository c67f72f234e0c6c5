#!/usr/bin/env bash
# sides.sh - on all triangles up to 512 cells a side and all tetrahedra up to 128, shared among at most 16 processes: sw by every cover
# of lambda in tiles of 4 (matrix/sides.c), then automata and programs by each kind of kernel (matrix/kinds.c), those also on some
# sides about more tiles; then sw on large sides, of which --verify compares what it draws with the definition. Exit 1 on any
# difference and where a case is missing.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix tests/device/sides.sh [cuda[:N]|cpu]
#
# Run from the checkout's top. The large sides take 9 GB of the device; with cpu it takes hours on two
# processors.
set -euo pipefail
: "${NBBGEN:?the program}" "${NBB_MATRIX:?the matrix of cases}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
device=${1:-cuda}
XDG_CACHE_HOME=$(mktemp -d)
export NBB_MATRIX XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
processes=$(nproc)
processes=$((processes < 16 ? processes : 16))

# try_all sides|kinds EXPECTED: all sides, of which the processes take every so many; and that so many cases have passed.
try_all() {
    local passed failed begin=$SECONDS
    # A process that fails has said why on standard error; its figures, or their lack, tell below.
    {
        seq "$processes" | sed "s/$/ $processes/"
        [[ $1 != kinds ]] || printf '%s 4096\n' 168 208 268 960 961 1913 1919 1920 2040
    } | xargs -P "$processes" -n 2 "$NBB_MATRIX" "$1" "$device" >"$XDG_CACHE_HOME/figures" || true
    read -r passed failed < <(awk '{ passed += $1; failed += $3 } END { print passed + 0, failed + 0 }' "$XDG_CACHE_HOME/figures")
    echo "$1 in $processes processes: $passed of $2 cases passed, $failed failed ($((SECONDS - begin)) s)"
    [[ $passed -eq $2 && $failed -eq 0 ]]
}

provenance "$@"
try_all sides $((2 * 512 + 3 * 128))               # covers from above and below; of tetrahedra also by branches
try_all kinds $((9 * (512 + 6 + 3) + 8 * (128 + 3)))  # matrix/kinds.c

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
