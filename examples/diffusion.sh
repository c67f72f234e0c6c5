#!/usr/bin/env bash
# diffusion.sh - return probability and mean squared distance of a walk on three fractals, with the fitted dimensions.
#
#     examples/diffusion.sh [--gasket R] [--vicsek R] [--carpet R] [--out FILE.svg] [ARGUMENT...]
#
# The master equation of a lazy walk from one cell: home falls as t^(-d_s / 2), r2 grows as t^(2 / d_w). The gasket
# has triangular neighbours (the Hanoi graph). There are as many steps as a walk takes to cross the fractal's last
# level but one, so that it does not feel the end. The fit takes the last two periods of s^d_w in time. ARGUMENTs go
# to `nbbgen run`, as `--device cuda`.
# shellcheck source=examples/physics.bash disable=SC2154
. "${BASH_SOURCE[0]%/*}/physics.bash" gasket=8 vicsek=5 carpet=5 out=diffusion.svg -- "$@"

# walk FRACTAL R NEIGHBOURS STEPS
walk() {
    nbbgen "$1" --r "$2" --program walk --neighbours "$3" --steps "$4" --every "$(($4 / 1000 + 1))" \
        --series "$work/$1.csv"
}

walk sierpinski "$gasket" triangular $((5 ** (gasket - 1)))
walk vicsek "$vicsek" vonneumann $((15 ** (vicsek - 1)))
walk carpet "$carpet" vonneumann $((10 ** (carpet - 1)))
physics diffusion --out "$out" "sierpinski=$work/sierpinski.csv" "vicsek=$work/vicsek.csv" "carpet=$work/carpet.csv"
