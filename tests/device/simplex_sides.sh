#!/usr/bin/env bash
# simplex_sides.sh - on a GPU, each kind of kernel that simplices have on every triangle up to side 512, every tetrahedron up to side
# 128 and some about more tiles: every place of the box is compared with the brute force. Exit 1 on any difference. Takes some six
# minutes with 16 processors.
#
#     NBBGEN=build/release/nbbgen tests/device/simplex_sides.sh [LAST]
#
# With LAST, sides up to that one alone. Run from the checkout's top.
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/../sweeps/simplex_kinds.bash"
last=${1:-512}
work=$(mktemp -d)
XDG_CACHE_HOME=$work
export NBBGEN work XDG_CACHE_HOME
trap 'rm -rf "$work"' EXIT

# compare_run "SIMPLEX --n N OPTIONS|HOW": "passed SIMPLEX", or what the run said.
compare_run() {
    local said
    # shellcheck disable=SC2086  # the options are words
    if said=$("$NBBGEN" run ${1/|/ } --seed 3 --device cuda --verify --no-cache 2>&1) && grep -q '^nbbgen: verified: [1-9]' <<<"$said"; then
        echo "passed ${1%% *}"
    else
        echo "failed: ${1/|/ }: $said"
    fi
}
export -f compare_run

provenance "$@"
{
    list_kinds triangle "$(seq "$last")"
    list_kinds tetrahedron "$(seq $((last < 128 ? last : 128)))"
    [[ $# -gt 0 ]] || list_kinds triangle "960 961 1913 1919 1920 2040"
    [[ $# -gt 0 ]] || list_kinds tetrahedron "168 208 268"
} >"$work/kinds"
xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'compare_run "$1"' bash '{}' <"$work/kinds" >"$work/results"
sort "$work/results" | uniq -c
echo "$(grep -c ^passed "$work/results" || true) of $(wc -l <"$work/kinds") runs passed ($SECONDS s)"
! grep -v ^passed "$work/results" >"$work/failed"
