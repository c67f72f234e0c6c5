#!/usr/bin/env bash
# cross_all.sh - the suite emulate.sh over every combination of choices: map lambda and compact, each workload, eval, hash, intra,
# product and halo, on the nine fractals and two odd ones. What the plan refuses is counted; nothing else may fail.
#
#     cross_all.sh [FRACTAL...]
set -euo pipefail
: "${NBBGEN:?}" "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fractals=("$@")
[[ $# -gt 0 ]] || fractals=(sierpinski chandelier hfractal candy carpet xfractal vicsek bottles cantor seven five)
"$NBB_MATRIX" list >"$work/matrix"

# start FRACTAL WORKLOAD: the matrix's first case of it: "options for emit without map and choices | figures".
start() {
    grep "/$1.lua .*--workload $2 --map bb " "$work/matrix" | head -n 1 | sed 's/ --map bb / /'
}

refused=0
for fractal in "${fractals[@]}"; do
    # The tile with which the matrix tries choices has levels outside and inside.
    tile=$(grep "/$fractal.lua .*--eval shuffle" "$work/matrix" | head -n 1 | grep -o -- '--tile [0-9]*')
    for workload in sw rd ca; do
        from=$(start "$fractal" $workload)
        for map in lambda compact; do
            for choice in {"","--eval shuffle"}" "{"","--hash shared","--hash arith"}" "{"","--intra lut","--intra unroll"}" "{"",--tc={1,2,3,4}}" "{"","--halo direct"}; do
                options="${from% | *} --map $map $tile $choice"
                code=0
                # shellcheck disable=SC2086 # the options are words
                "$NBBGEN" emit $options -o "$work/emitted.cu" 2>"$work/message" || code=$?
                case $code in
                    0) echo "$options | ${from#* | }" ;;
                    2) refused=$((refused + 1)) ;;
                    *) echo "nbbgen emit $options: exit code $code: $(<"$work/message")" >&2; exit 1 ;;
                esac
            done
        done
    done
done >"$work/cases"
echo "$(wc -l <"$work/cases") combinations, and $refused refused"
NBB_EMULATED_CASES=$work/cases bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh"
