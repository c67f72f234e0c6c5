#!/usr/bin/env bash
# simplex_emulated.sh - executes the emitted CUDA text of sw on every triangle up to 512 cells a side and every tetrahedron up to
# 128, in tiles of 4 so that their covers have many steps, from below and above by turns: each must write every cell and nothing
# else, as the bounding box on the host target does. Takes some minutes.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
NBB_EMULATED_CASES=$(mktemp)
export NBB_EMULATED_CASES
trap 'rm -f "$NBB_EMULATED_CASES"' EXIT
cd "$NBB_SOURCE_DIR"

# list SIMPLEX LARGEST: a line a side, as emulate.sh takes them.
list() {
    local n from figures
    for ((n = 1; n <= $2; ++n)); do
        from=$([[ $((n % 2)) -eq 0 ]] && echo above || echo below)
        figures=$("$NBBGEN" run "$1" --n $n -w sw --map bb --steps 1 --device cpu --digest --json --quiet | tr -d ' \n' |
                  sed 's/.*"population0":\([0-9]*\),"population":\([0-9]*\),"digest0":"\([^"]*\)","digest":"\([^"]*\)",.*/\1 \2 \3 \4/')
        echo "fractals/$1.lua --n $n -w sw --map lambda --tile 4 --from $from --steps 1 | $figures"
    done
}
{
    list triangle 512
    list tetrahedron 128
} >"$NBB_EMULATED_CASES"
bash tests/suites/emulate.sh
