#!/usr/bin/env bash
# tensor.sh - lambda and nu on tensor cores against the same maps without: times over r, rho, workload and fractal. One run
# takes four minutes.
#
#     NBBGEN=build/dev/nbbgen tests/device/tensor.sh
#
# Milliseconds a step or pass, medians; nothing where a variant has no tile of that side.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches

# median ARGUMENT...: of one run, in milliseconds.
median() {
    "$NBBGEN" run "$@" --device cuda --quiet 2>/dev/null | sed -n 's/^time  *\([0-9.e+-]*\) ms.*/\1/p'
}

# table TITLE COLUMNS... -- then on standard input lines "LABEL: ARGUMENTS"; each column's words are appended to them.
table() {
    local title=$1 label arguments column
    shift
    printf '\n%-24s' "$title"
    printf '%14s' "$@"
    echo
    while IFS=: read -r label arguments; do
        printf '%-24s' "$label"
        for column in "$@"; do
            # shellcheck disable=SC2086,SC2046 # the arguments are words
            printf '%14s' "$(median $arguments $(options_of "$column"))"
        done
        echo
    done
}

# What a column of a table stands for.
options_of() {
    case $1 in
        bb) echo "--map bb" ;;
        unrolled) echo "--map lambda" ;;
        shuffle) echo "--map lambda --eval shuffle" ;;
        tc=?) echo "--map lambda --$1" ;;
        nu) echo "--map compact" ;;
        nu,tc=?) echo "--map compact --${1#nu,}" ;;
        nu,direct) echo "--map compact --halo direct" ;;
        nu,direct,tc=?) echo "--map compact --halo direct --${1#nu,direct,}" ;;
    esac
}

provenance "$@"
for workload in sw rd ca; do
    {
        for r in 12 13 14 15 16; do
            echo "gasket $r: sierpinski --r $r -w $workload --steps 50"
        done
        for rho in 8 16 64; do
            echo "gasket 16, rho $rho: sierpinski --r 16 --tile $rho -w $workload --steps 50"
        done
        for r in 9 10; do
            echo "vicsek $r: vicsek --r $r -w $workload --steps 50"
        done
        for r in 17 18; do  # the largest that the memory holds: boxes of 17 and 69 GB, of which ca has two
            echo "gasket $r: sierpinski --r $r -w $workload --steps 10"
        done
    } | table "lambda, $workload" bb unrolled shuffle tc=1 tc=2 tc=3 tc=4
done
for r in 14 16 18; do
    echo "gasket $r: sierpinski --r $r --steps 100"
done | table "compact, ca" nu nu,tc=1 nu,tc=4 nu,direct nu,direct,tc=1 nu,direct,tc=4
