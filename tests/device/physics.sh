#!/usr/bin/env bash
# physics.sh - the examples of physics at the sizes that docs/programs.md shows: tables, and pictures into a folder.
#
#     NBBGEN=build/dev/nbbgen tests/device/physics.sh FOLDER cpu|cuda
#
# One after the other: processes that share a GPU would wait for each other.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
NBBGEN=$(readlink -f -- "$NBBGEN")
folder=$(mkdir -p "$1" && readlink -f -- "$1")
device=$2

# example NAME ARGUMENT...
example() {
    {
        echo "examples/$1.sh ${*:2}"
        "examples/$1.sh" "${@:2}" --out "$folder/$1.svg" --device "$device" 2>&1 || echo "failed: $?"
    } >"$folder/$1.txt"
}

provenance "$@"
cd "${BASH_SOURCE[0]%/*}/../.."
case $device in
    cpu)
        example gasket_energy --r 8 --steps 20000
        example carpet_ising --r 4 --T 1.1..1.9/9 --steps 40000
        example diffusion --gasket 7 --vicsek 4 --carpet 5
        example avalanches --r 4 --period 512 --steps 2048000
        ;;
    cuda)
        example gasket_energy --r 12 --steps 5000
        example carpet_ising --r 5 --T 1.2..1.8/7 --steps 10000
        example diffusion --gasket 9 --vicsek 5 --carpet 6
        example avalanches --r 4 --period 512 --steps 1024000
        ;;
esac
cat "$folder"/{gasket_energy,carpet_ising,diffusion,avalanches}.txt
