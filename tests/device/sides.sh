#!/usr/bin/env bash
# sides.sh - on all triangles up to 512 cells a side and all tetrahedra up to 128, shared among at most 16 processes: sw by every cover
# of lambda in tiles of 4 (matrix/sides.c), then automata and programs by each kind of kernel (matrix/kinds.c), those also on some
# sides about more tiles; then sw on large sides, of which --verify compares what it draws with the definition. Exit 1 on any
# difference and where a case is missing.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix tests/device/sides.sh [cuda[:N]|cpu] [SHARE SHARES]
#
# Run from the checkout's top. The large sides take 9 GB of the device; with cpu it takes hours on two processors, with a GPU the
# compiler takes most of the time. SHARE, from 1 on, of so many SHARES has every so many sides; the large ones are the last share's.
: "${NBB_MATRIX:?the matrix of cases}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches
device=${1:-cuda}
share=${2:-1} shares=${3:-1}
export NBB_MATRIX
processes=$(nproc)
processes=$((processes < 16 ? processes : 16))

# sides_to LIMIT: how many of the sides from 1 to it are the share's.
sides_to() { echo $((($1 - share + shares) / shares)); }

# try_all sides|kinds EXPECTED: the share's sides, of which the processes take every so many; and that so many cases have passed. With
# EXPECTED comes what is on standard input: further sides, each by a process of its own.
try_all() {
    local passed failed begin=$SECONDS
    # A process that fails has said why on standard error; its figures, or their lack, tell below.
    {
        seq "$share" "$shares" $((share + shares * (processes - 1))) | sed "s/$/ $((shares * processes))/"
        cat
    } | xargs -P "$processes" -n 2 "$NBB_MATRIX" "$1" "$device" >"$XDG_CACHE_HOME/figures" || true
    read -r passed failed < <(awk '{ passed += $1; failed += $3 } END { print passed + 0, failed + 0 }' "$XDG_CACHE_HOME/figures")
    echo "$1, share $share of $shares, in $processes processes: $passed of $2 cases passed, $failed failed ($((SECONDS - begin)) s)"
    [[ $passed -eq $2 && $failed -eq 0 ]]
}

provenance "$@"
flat=$(sides_to 512) deep=$(sides_to 128)
try_all sides $((2 * flat + 3 * deep)) </dev/null  # covers from above and below; of tetrahedra also by branches
if ((share < shares)); then
    try_all kinds $((9 * flat + 8 * deep)) </dev/null # matrix/kinds.c
    exit
fi
try_all kinds $((9 * (flat + 6 + 3) + 8 * (deep + 3))) < <(printf '%s 4096\n' 168 208 268 960 961 1913 1919 1920 2040)

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
