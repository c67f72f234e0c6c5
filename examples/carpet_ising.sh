#!/usr/bin/env bash
# carpet_ising.sh - magnetisation and Binder cumulant of the Ising model on the carpet over temperature.
#
#     examples/carpet_ising.sh [--r R] [--T FROM..TO/COUNT] [--steps N] [--out FILE.svg] [ARGUMENT...]
#
# Metropolis sweeps on the levels R - 2, R - 1 and R at temperatures around 1.48, below which the carpet orders
# [HOTRG, arXiv 1904.10645]; the first fifth of the steps is left out. ARGUMENTs go to `nbbgen run`: `--device cuda`.
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" r=4 T=1.0..2.2/13 steps=10000 out=carpet_ising.svg -- "$@"

files=()
for level in $((r - 2)) $((r - 1)) "$r"; do
    nbbgen carpet --r "$level" --program ising --set density=1 --steps "$steps" --average "$((steps / 5))" \
        --sweep "T=$T" --csv "$work/$level.csv"
    files+=("$level=$work/$level.csv")
done
physics order --cells 8 --out "$out" "${files[@]}"
