#!/usr/bin/env bash
# strips.sh - programs on simplices by strips of a triangle, several steps a launch or one, beside the kernels that update cell
# by cell; and rmw, which reads no neighbours, against the copy rate: milliseconds a step, cells a second, bytes a second of one
# read and one write a cell and step. A simplex's program has one digest on all storages. Takes about a minute.
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
    measure "rmw m2 $storage n = 32768" 8 triangle --n 32768 --program rmw --steps 200 --storage $storage
    measure "rmw m3 $storage n = 1024" 8 tetrahedron --n 1024 --program rmw --steps 200 --storage $storage
done
for n in 1024 4096 16384 32768 49152; do
    measure "heat m2 packed n = $n" 8 triangle --n $n --program heat --steps 400 --storage packed
done
for storage in packed embedded; do
    for map in lambda enum; do
        measure "heat m2 $map $storage n = 32768" 8 triangle --n 32768 --program heat --steps 120 --map $map --storage $storage
    done
    measure "heat m2 $storage, one step a launch n = 32768" 8 triangle --n 32768 --program heat --steps 3 --storage $storage
done
measure "heat m2 packed, cell by cell n = 32768" 8 triangle --n 32768 --program heat --steps 120 --storage packed --tile 64
measure "heat m2 packed, cell by cell n = 1024" 8 triangle --n 1024 --program heat --steps 400 --storage packed --tile 64
for program in wave walk grayscott epidemic; do
    measure "$program m2 packed n = 16384" 0 triangle --n 16384 --program $program --steps 60 --storage packed
    measure "$program m2 packed, cell by cell n = 16384" 0 triangle --n 16384 --program $program --steps 60 --storage packed --tile 64
done
measure "heat m3 packed n = 1024" 8 tetrahedron --n 1024 --program heat --set D=0.1 --steps 60 --storage packed
