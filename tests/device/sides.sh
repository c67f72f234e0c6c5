#!/usr/bin/env bash
# sides.sh - on a GPU: sw on every triangle up to 512 cells a side and every tetrahedron up to 128 by lambda, in tiles of 4 so that
# its covers have many steps, from above and below by turns, against the bounding box: the digests must be equal. Beside them some
# large sides, whose cells are compared with the definition where --verify draws them.
#
#     NBBGEN=build/release/nbbgen tests/device/sides.sh
set -euo pipefail
: "${NBBGEN:?the program}"
export NBBGEN
XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT

digest() {
    "$NBBGEN" run "$@" -w sw --steps 1 --digest --json --quiet --device cuda | tr -d ' \n' | sed 's/.*"digest":"\([^"]*\)".*/\1/'
}
side() {  # SIMPLEX N
    local from=below
    [[ $(($2 % 2)) -eq 1 ]] || from=above
    [[ $(digest "$1" --n "$2" --map lambda --tile 4 --from $from) == "$(digest "$1" --n "$2" --map bb)" ]] && echo same ||
        echo "differs: $1 --n $2 --from $from"
}
export -f digest side

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
date -u +%F
{
    for ((n = 1; n <= 512; ++n)); do echo triangle $n; done
    for ((n = 1; n <= 128; ++n)); do echo tetrahedron $n; done
} | xargs -P "$(nproc)" -I '{}' bash -c 'side $1' bash '{}' >"$XDG_CACHE_HOME/sides"
grep -v '^same$' "$XDG_CACHE_HOME/sides" && exit 1
echo "$(grep -c '^same$' "$XDG_CACHE_HOME/sides") sides: the same digests by lambda and by bounding box"
for large in "triangle --n 131072" "triangle --n 100000 --from above" "tetrahedron --n 1600" "tetrahedron --n 1023 --recursion branches"; do
    # shellcheck disable=SC2086  # words
    "$NBBGEN" run $large -w sw --steps 1 --verify --device cuda 2>&1 | grep -i 'verified\|^population' | tr '\n' ' '
    echo "$large"
done
