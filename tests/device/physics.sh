#!/usr/bin/env bash
# physics.sh - the examples of physics at the sizes that docs/programs.md shows: their tables; pictures into a folder.
#
#     NBBGEN=build/dev/nbbgen tests/device/physics.sh FOLDER
#
# They run side by side, for their launches are short.
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
export NBBGEN
folder=$1
examples=${BASH_SOURCE[0]%/*}/../../examples
mkdir -p "$folder"

# large NAME ARGUMENT...
large() {
    local begin=$SECONDS
    {
        echo "## examples/$1.sh ${*:2}"
        "$examples/$1.sh" "${@:2}" --out "$folder/$1.svg" --device cuda 2>&1 || echo "failed: $?"
        echo "# $((SECONDS - begin)) s"
    } >"$folder/$1.txt"
}

provenance "$@"
large gasket_energy --r 12 --steps 20000 &
large carpet_ising --r 5 --T 1.2..1.8/13 --steps 100000 &
large diffusion --gasket 10 --vicsek 6 --carpet 6 &
large avalanches --r 5 --period 2048 --steps 8192000 &
wait
cat "$folder"/{gasket_energy,carpet_ising,diffusion,avalanches}.txt
