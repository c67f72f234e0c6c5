#!/usr/bin/env bash
# gasket_exchange.sh - energy of the Ising model on the gasket by replica exchange, with more neighbours than a tree has.
#
#     examples/gasket_exchange.sh [--r R] [--neighbours LIST] [--values N] [--seeds N] [--steps N] [--every N] [--out FILE.svg] [ARGUMENT...]
#
# Metropolis sweeps at N couplings K = J / T from 0.2 to 2, the first fifth of the steps left out, with an exchange every sweep
# and without, against exact energies by transfer matrices from level to level: LIST is triangular or moore. Single runs are caught
# in domains where K is large. ARGUMENTs go to `nbbgen run`: `--device cuda`.
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" r=6 neighbours=moore values=31 seeds=16 steps=4000 every=1 out=gasket_exchange.svg -- "$@"

temperatures=$(awk -v n="$values" 'BEGIN { for (i = 0; i < n; ++i) printf "%s%.17g", i ? "," : "", 1 / (0.2 + 1.8 * i / (n - 1)) }')
for exchange in "--exchange $every" ""; do
    read -ra option <<<"$exchange"
    nbbgen sierpinski --r "$r" --program ising --neighbours "$neighbours" --steps "$steps" --average "$((steps / 5))" --every "$every" \
        --sweep "T=$temperatures" --seed "1..$seeds" --own-noise "${option[@]}" --csv "$work/${option:+exchange}.csv"
done
physics exchange --r "$r" --neighbours "$neighbours" --out "$out" "$work/exchange.csv" "$work/.csv"
