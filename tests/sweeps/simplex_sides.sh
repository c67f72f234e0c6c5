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
programs=tests/oracle/programs

# On a plane B0 lights the outside, B3/S3 ignores the cell itself, B/S kills all; in space the same.
flat=(B2/S23 B0/S8 B3/S3 B0123478/S34678 B1357/S02468 B/S012345678 B0/S B3/S23)
deep=(B5/S4,5 B0/S1,2 B4,5/S4,5 B5,6,7,8/S4,5,6,7,8,10 B13/S0,26 B/S B0,26/S13)
covers=("--from above" "--from below" "--map enum")
storages=("--storage packed" "--storage embedded")

# pick NUMBER WORD...: the word of that number, counted round.
pick() {
    local all=("${@:2}")
    echo "${all[$1 % ${#all[@]}]}"
}

# kinds N: of the triangle of that side "OPTIONS|HOW", a line for each kind of kernel. OPTIONS say the state, HOW the kernel.
triangle_kinds() {
    local cover storage
    cover=$(pick "$1" "${covers[@]}") storage=$(pick $(($1 / 3)) "${storages[@]}")
    echo "--rule $(pick "$1" "${flat[@]}") --steps 11|--storage bits $cover"
    echo "--rule $(pick $(($1 / 2)) "${flat[@]}") --steps 6|$storage $cover"
    echo "--rule $(pick $(($1 / 2)) "${flat[@]}") --steps 2|$storage --tile $(pick "$1" 8 16 64)"
    echo "--program $(pick "$1" wireworld forest_fire $programs/sandpile.lua life) --steps 3|--storage bits $cover"
    echo "--program $(pick "$1" ising potts "ising --neighbours moore") --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" $programs/heat32.lua $programs/heat64.lua grayscott wave) --steps 6|$storage $cover"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 5|$storage $cover"
    echo "--program $(pick "$1" heat ising rmw) --steps 2|$storage --tile $(pick "$1" 8 16 64)"
    echo "--program rmw --steps 3|$storage $cover"
}

# The same of a tetrahedron.
tetrahedron_kinds() {
    local cover storage
    cover=$(pick "$1" "${covers[@]}") storage=$(pick $(($1 / 3)) "${storages[@]}")
    echo "--rule $(pick "$1" "${deep[@]}") --steps 3|--storage bits $cover"
    echo "--rule $(pick $(($1 / 2)) "${deep[@]}") --steps 5|$storage $cover"
    echo "--rule $(pick $(($1 / 2)) "${deep[@]}") --steps 2|$storage --tile $(pick "$1" 4 8 16)"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" ising potts) --steps 2|--storage bits $cover"
    echo "--program $(pick "$1" "$programs/heat32.lua --set D=0.1" "$programs/heat64.lua --set D=0.1" "grayscott --set Du=0.1") --steps 3|$storage $cover"
    echo "--program $(pick "$1" wireworld forest_fire life) --steps 3|$storage $cover"
    echo "--program rmw --steps 2|$storage $cover"
}

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

for n in ${NBB_SIDES:-$(seq 512) 960 961 1913 1919 1920 2040}; do
    triangle_kinds "$n" | sed "s/^/triangle --n $n /"
done >"$work/kinds"
for n in ${NBB_SIDES:-$(seq 128) 168 208 268}; do
    [[ $n -gt 300 ]] || tetrahedron_kinds "$n" | sed "s/^/tetrahedron --n $n /"
done >>"$work/kinds"
xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'print_case "$1"' bash '{}' <"$work/kinds" >"$work/cases"
bash tests/suites/emulate.sh
