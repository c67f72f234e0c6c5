#!/usr/bin/env bash
# simplex_sides.sh - automata and programs on every triangle up to side 512 and every tetrahedron up to side 128, and some about more
# tiles, by each kind of kernel that simplices have, as CUDA that the emulator executes and, by bits, on the host: all come to the digests
# of map bb. Covers, storages, rules and programs alternate with the side. Takes some hours; NBB_SIDES, such as "31 32 33", has these alone.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d)
NBB_EMULATED_CASES=$work/cases
export NBB_EMULATED_CASES
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
. tests/sweeps/simplex_kinds.bash

# figures_of OPTION...: "population0 population digest0 digest" of a run on the host.
figures_of() {
    "$NBBGEN" run "$@" --seed 3 --device cpu --digest --json --quiet | tr -d ' \n' |
        sed 's/.*"population0":\([0-9]*\),"population":\([0-9]*\),.*"digest0":"\([^"]*\)","digest":"\([^"]*\)",.*/\1 \2 \3 \4/'
}

# print_case "SIMPLEX --n N OPTIONS|HOW": a line for emulate.sh; says where the host by bits comes to something else.
print_case() {
    local figures found state=${1%|*} how=${1#*|}
    # shellcheck disable=SC2086  # the options are words
    figures=$(figures_of $state --map bb)
    if [[ $how == *bits* ]]; then
        # shellcheck disable=SC2086
        found=$(figures_of $state $how)
        [[ $found == "$figures" ]] || echo "$state $how on the host: expected $figures, got $found" >&2
        [[ $found == "$figures" ]] || figures="other than the host's"
    fi
    echo "$state $how --seed 3 --target cuda | $figures"
}
export -f print_case figures_of

{
    list_kinds triangle "${NBB_SIDES:-$(seq 512) 960 961 1913 1919 1920 2040}"
    list_kinds tetrahedron "${NBB_SIDES:-$(seq 128) 168 208 268}"
} >"$work/kinds"
xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'print_case "$1"' bash '{}' <"$work/kinds" >"$work/cases"
bash tests/suites/emulate.sh
