#!/usr/bin/env bash
# cross_all.sh - executes the emitted CUDA text of every combination of choices that the plan takes on the maps lambda and
# compact, at the largest level that the matrix has and with tiles of half its levels, on the nine fractals and two odd ones.
#
#     cross_all.sh [FRACTAL...]
set -euo pipefail
: "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
fractals=("$@")
[[ $# -gt 0 ]] || fractals=(sierpinski chandelier hfractal candy carpet xfractal vicsek bottles cantor seven five)

# The first start comes first; of its tiles, each level has one.
for fractal in "${fractals[@]}"; do
    "$NBB_MATRIX" every "$fractal" | awk '
        { for (i = 1; i < NF; ++i) option[$i] = $(i + 1) }
        NR == 1 { r = option["--r"] }
        option["--r"] == r && option["--map"] ~ /lambda|compact/ {
            if (!(option["--tile"] in level)) level[option["--tile"]] = tiles++
            if (level[option["--tile"]] == int(r / 2)) print
        }'
done | sort -u >"$NBB_EMULATED_CASES"
bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh"
