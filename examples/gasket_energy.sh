#!/usr/bin/env bash
# gasket_energy.sh - energy of the Ising model on a tree, the gasket with von Neumann neighbours, over temperature.
#
#     examples/gasket_energy.sh [--r R] [--steps N] [--out FILE.svg] [ARGUMENT...]
#
# Metropolis sweeps at 13 temperatures, the first fifth of the steps left out, against the exact
# E = -J (N - 1) tanh(K) and C = (N - 1) K^2 / cosh(K)^2, K = J / T. ARGUMENTs go to `nbbgen run`: `--device cuda`.
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" r=7 steps=4000 out=gasket_energy.svg -- "$@"

nbbgen sierpinski --r "$r" --program ising --steps "$steps" --average "$((steps / 5))" \
    --sweep T=0.6..3.0/13 --csv "$work/energy.csv"
physics energy --cells "$((3 ** r))" --out "$out" "$work/energy.csv"
