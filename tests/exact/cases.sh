#!/usr/bin/env bash
# cases.sh - runs check.sh with many fractals, variants and levels, two at a time.
#
#     cases.sh emulator|host|nvcc few|many
#
# few: where exactness is at stake, s = 2, s = 3 on one axis and on both at their largest levels (more than 15 of tiles),
# 7 past them; and all tiles of odd orthotopes. Of these every third way.
set -euo pipefail
: "${NBB_SOURCE_DIR:?}"
cd "$NBB_SOURCE_DIR"

# "FRACTAL TILE": of the largest level that the target can have, tiles are drawn; of a low one all are asked for.
large=("fractals/sierpinski.lua 2" "fractals/cantor.lua 1" "tests/exact/threes.lua 3" "tests/fractals/septa.lua 7" "tests/exact/far.lua 1")
small=("tests/fractals/seven.lua 4" "fractals/vicsek.lua 3")
if [[ $2 == many ]]; then
    large+=("tests/fractals/five.lua 5" "fractals/chandelier.lua 3" "fractals/vicsek.lua 9" "fractals/carpet.lua 27" "fractals/candy.lua 16" "tests/fractals/bitten.lua 9"
            "tests/fractals/given.lua 16" "tests/fractals/pillar.lua 1" "tests/fractals/point.lua 2" "fractals/hfractal.lua 9"
            "fractals/bottles.lua 3" "fractals/xfractal.lua 27" "fractals/irregular_gasket.lua 2" "fractals/mixed_carpet.lua 3"
            "tests/fractals/oblongs.lua 2")
    small+=("fractals/sierpinski.lua 8" "fractals/chandelier.lua 1" "tests/fractals/full.lua 3" "tests/fractals/five.lua 1"
            "tests/fractals/septa.lua 1" "fractals/candy.lua 4")
fi

# Of three axes.
spaces=("fractals/tetrix.lua 2 random")
[[ $2 != many ]] || spaces+=("fractals/menger.lua 3 random" "fractals/vicsek3.lua 1 all" "fractals/cube32.lua 1 all" "fractals/cube32.lua 4 random")

# Of simplices the largest side whose numbers two bytes hold, in tiles; and all tiles of a small one.
simplices=("triangle 4 random" "triangle 4 all" "tetrahedron 4 random" "tetrahedron 4 all")

list() {
    local case tc
    for case in "${large[@]/%/ random}" "${small[@]/%/ all}"; do
        for tc in 1 2 3 4 grouped unrolled shuffle; do
            [[ "$1 $tc" == "host shuffle" ]] || echo "${case%% *} lambda $tc ${case#* }"  # it has no warps
        done
        for tc in 1 4 grouped; do
            [[ $case == *point* ]] || echo "${case%% *} compact $tc ${case#* }"  # it has no neighbours
        done
    done
    for case in "${spaces[@]}"; do
        for tc in 2 4 1 unrolled shuffle grouped; do
            [[ "$1 $tc" == "host shuffle" ]] || echo "${case%% *} lambda $tc ${case#* }"
            [[ $tc != [14] && $tc != grouped ]] || echo "${case%% *} compact $tc ${case#* }"
        done
    done
    for case in "${simplices[@]}"; do
        for from in above below; do
            echo "fractals/${case%% *}.lua $from 4 ${case#* }"
        done
    done
}

list "$1" | sed -n "$([[ $2 == few ]] && echo 3~3 || echo 1~1)p" >"${TMPDIR:-/tmp}/exact.$$"
trap 'rm -f "${TMPDIR:-/tmp}/exact.$$"' EXIT
failed=0
xargs -d '\n' -n 18 -P "$(nproc)" bash tests/exact/check.sh "$1" <"${TMPDIR:-/tmp}/exact.$$" || failed=1
echo "$1: $(wc -l <"${TMPDIR:-/tmp}/exact.$$") cases of maps, failed: $failed"
exit $failed
