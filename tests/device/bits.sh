#!/usr/bin/env bash
# bits.sh - ca and programs on simplices by storage bits, beside bytes, and distances of points, over n on a GPU: milliseconds a step or
# pass, cells a second, and of distances bytes a second, against the rate at which the memory is written. The digests of a
# simplex after as many steps must be equal. Takes about two minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/bits.sh
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
        END { printf "%-44s %9.5f ms  %.3e cells/s  %7.1f GB/s  %s\n", label, ms, cells / ms * 1e3, bytes * cells / ms * 1e-6, digest }
    ' "$XDG_CACHE_HOME/run"
}

provenance "$@"
"$NBBGEN" bench sierpinski --r 10 --map bb -w sw --samples 3 --device cuda 2>&1 | grep -i 'GB/s\|TB/s' || true
for n in 64 1024 4096 16384 32768 65536 131072; do
    measure "ca m2 bits n = $n" 0.25 triangle --n $n --steps 800 --storage bits
done
for storage in embedded packed; do
    measure "ca m2 $storage n = 32768" 2 triangle --n 32768 --steps 800 --storage $storage
done
for n in 64 256 1024 1600; do
    measure "ca m3 bits n = $n" 0.25 tetrahedron --n $n --steps 100 --storage bits
done
for storage in embedded packed; do
    measure "ca m3 $storage n = 1024" 2 tetrahedron --n 1024 --steps 100 --storage $storage
done
for n in 4096 32768 131072; do
    measure "ising m2 bits n = $n" 0.5 triangle --n $n --program ising --steps 30 --storage bits
done
measure "ising m2 packed n = 32768" 2 triangle --n 32768 --program ising --steps 10 --storage packed
for n in 256 1024; do
    measure "ising m3 bits n = $n" 0.5 tetrahedron --n $n --program ising --steps 30 --storage bits
done
measure "ising m3 packed n = 1024" 2 tetrahedron --n 1024 --program ising --steps 10 --storage packed
for program in life wireworld forest_fire potts; do
    for storage in bits packed; do
        measure "$program m2 $storage n = 32768" 0 triangle --n 32768 --program $program --steps 10 --storage $storage
        measure "$program m3 $storage n = 1024" 0 tetrahedron --n 1024 --program $program --steps 10 --storage $storage
    done
done
for n in 32768 65536; do
    for dimensions in 2 3; do
        measure "edm $dimensions axes packed n = $n" 4 triangle --n $n -w edm --dimensions $dimensions --steps 100 --storage packed
    done
    measure "edm 3 axes embedded n = $n" 4 triangle --n $n -w edm --dimensions 3 --steps 100 --storage embedded
done
