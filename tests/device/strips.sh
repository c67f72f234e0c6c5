#!/usr/bin/env bash
# strips.sh - programs and ca by bytes on a triangle and a tetrahedron by strips, several steps a launch or one, beside the kernels that
# update cell by cell; rmw, which reads no neighbours; and distances: milliseconds a step, cells a second, bytes a second of what a step of
# each reads and writes (distances: writes). A program has one digest on all storages. Takes about a minute.
#
#     NBBGEN=build/release/nbbgen tests/device/strips.sh
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT

# measure LABEL BYTES-A-CELL OPTION...: one line.
measure() {
    local label=$1 bytes=$2
    shift 2
    "$NBBGEN" run "$@" --device cuda --quiet --json --digest >"$XDG_CACHE_HOME/run"
    awk -v label="$label" -v bytes="$bytes" '
        /"cells":/ { cells = $2 + 0 }
        /"digest":/ { digest = $2 }
        /"median":/ { match($0, /"median": [0-9.e-]+/); ms = substr($0, RSTART + 10, RLENGTH - 10) + 0 }
        END { printf "%-50s %9.5f ms  %.3e cells/s  %7.1f GB/s  %s\n", label, ms, cells / ms * 1e3, bytes * cells / ms * 1e-6, digest }
    ' "$XDG_CACHE_HOME/run"
}

provenance "$@"
"$NBBGEN" bench sierpinski --r 10 --map bb -w ca --samples 3 --device cuda 2>&1 | grep -i 'GB/s\|TB/s' || true
for storage in packed embedded; do
    measure "rmw $storage n = 32768" 8 triangle --n 32768 --program rmw --steps 200 --storage $storage
    measure "heat $storage n = 32768" 8 triangle --n 32768 --program heat --steps 120 --storage $storage
    measure "heat $storage, one step a launch n = 32768" 8 triangle --n 32768 --program heat --steps 3 --storage $storage
    measure "ca by bytes $storage n = 32768" 2 triangle --n 32768 --steps 400 --storage $storage
    measure "ca by bytes $storage, one step a launch n = 32768" 2 triangle --n 32768 --steps 3 --storage $storage
done
measure "heat packed, cell by cell n = 32768" 8 triangle --n 32768 --program heat --steps 120 --storage packed --tile 64
for n in 4096 49152; do
    measure "heat packed n = $n" 8 triangle --n $n --program heat --steps 200 --storage packed
done
for program in wave grayscott; do
    measure "$program packed n = 16384" 16 triangle --n 16384 --program $program --steps 60 --storage packed
    measure "$program packed, cell by cell n = 16384" 16 triangle --n 16384 --program $program --steps 60 --storage packed --tile 64
done
for n in 32768 65536; do
    for dimensions in 2 3; do
        measure "edm $dimensions axes packed n = $n" 4 triangle --n $n -w edm --dimensions $dimensions --steps 100 --storage packed
    done
done
measure "ca by bytes, a tile a block n = 32768" 2 triangle --n 32768 --steps 100 --storage embedded --tile 64
measure "life packed n = 32768" 2 triangle --n 32768 --program life --steps 100 --storage packed
for storage in packed embedded; do
    measure "heat m3 $storage n = 1024" 8 tetrahedron --n 1024 --program heat --set D=0.1 --steps 60 --storage $storage
    measure "heat m3 $storage, one step a launch n = 1024" 8 tetrahedron --n 1024 --program heat --set D=0.1 --steps 1 --storage $storage
    measure "ca m3 by bytes $storage n = 1024" 2 tetrahedron --n 1024 --steps 120 --storage $storage
    measure "ca m3 by bytes $storage, one step a launch n = 1024" 2 tetrahedron --n 1024 --steps 3 --storage $storage
done
measure "heat m3 packed, cell by cell n = 1024" 8 tetrahedron --n 1024 --program heat --set D=0.1 --steps 20 --storage packed --tile 16
measure "heat m3 packed n = 1600" 8 tetrahedron --n 1600 --program heat --set D=0.1 --steps 40 --storage packed
measure "ca m3 by bytes packed n = 1600" 2 tetrahedron --n 1600 --steps 80 --storage packed
measure "ca m3 by bytes, a tile a block n = 1024" 2 tetrahedron --n 1024 --steps 40 --storage packed --tile 16
measure "grayscott m3 packed n = 512" 16 tetrahedron --n 512 --program grayscott --set Du=0.1 --steps 40 --storage packed
measure "grayscott m3 packed, cell by cell n = 512" 16 tetrahedron --n 512 --program grayscott --set Du=0.1 --steps 20 --storage packed --tile 16
for program in life wireworld forest_fire; do
    measure "$program m3 packed n = 1024" 2 tetrahedron --n 1024 --program $program --steps 20 --storage packed
done
for n in 64 128 256 512; do
    for storage in packed embedded bits; do
        measure "ca m3 $storage n = $n" 2 tetrahedron --n $n --steps 400 --storage $storage
    done
done
