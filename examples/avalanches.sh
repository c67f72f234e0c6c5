#!/usr/bin/env bash
# avalanches.sh - sizes of the sandpile's avalanches on the gasket, one grain each.
#
#     examples/avalanches.sh [--r R] [--steps N] [--period STEPS] [--out FILE.svg] [ARGUMENT...]
#
# PERIOD, a power of two, must outlast the avalanches: 512 steps do for R = 4, 2048 for 5, 8192 for 6. Their mean size
# is known exactly: the mean over rows of the sum of a row of the toppling matrix's inverse [Dhar 1990]. ARGUMENTs go
# to `nbbgen run`, as `--device cuda`.
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" r=4 steps=2000000 period=512 out=avalanches.svg -- "$@"

nbbgen sierpinski --r "$r" --program sandpile --set "period=$period" --set "rate=$(awk "BEGIN { print 3 ^ -$r }")" \
    --steps "$steps" --every "$period" --series "$work/avalanches.csv"
physics avalanches --r "$r" --out "$out" "$work/avalanches.csv"
