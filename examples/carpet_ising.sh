#!/usr/bin/env bash
# carpet_ising.sh - magnetisation and Binder cumulant of the Ising model on a carpet over temperature.
#
#     examples/carpet_ising.sh [--fractal NAME] [--r R] [--T FROM..TO/COUNT] [--steps N] [--out FILE.svg] [ARGUMENT...]
#
# Metropolis sweeps on the levels R - 2, R - 1 and R at temperatures around 1.48, below which the carpet orders
# [HOTRG, arXiv 1904.10645], all temperatures of a level at once, as copies; the first fifth of the steps is left out.
# ARGUMENTs go to `nbbgen run`: `--device cuda`, or `--seed 1..8` for as many copies at each temperature. Other fractals
# order below other temperatures: carpet12 below 1.317 [arXiv 1509.05596], cube32 below 2.652 [arXiv 2506.17053].
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" fractal=carpet r=4 T=1.0..2.2/13 steps=10000 out=carpet_ising.svg -- "$@"

files=()
for level in $((r - 2)) $((r - 1)) "$r"; do
    nbbgen "$fractal" --r "$level" --program ising --set density=1 --steps "$steps" --average "$((steps / 5))" \
        --sweep "T=$T" --csv "$work/$level.csv"
    files+=("$level=$work/$level.csv")
done
physics order --cells "$("$program" info "$fractal" --json | sed -n 's/^ *"k": \([0-9]*\),$/\1/p')" --out "$out" "${files[@]}"
