#!/usr/bin/env bash
# strips.sh - programs and ca by bytes on a triangle and a tetrahedron by strips, several steps a launch or one, beside the kernels that
# update cell by cell; rmw, which reads no neighbours; and distances: milliseconds a step, cells a second, bytes a second of what a step of
# each reads and writes (distances: writes), digests. Heat is the oracle's, of cells that are drawn: what starts from one cell is zero nearly
# everywhere. Below each row, where there is ncu, the counters of a launch of the same command. Exit 1
# where a state has two digests. Takes about 90 s, with counters some minutes; needs nvcc besides.
#
#     NBBGEN=build/release/nbbgen tests/device/strips.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/simplices.bash"
heat="--program ${BASH_SOURCE[0]%/*}/../oracle/programs/heat32.lua"
heat2="triangle --n 32768 $heat --steps 120"
heat3="tetrahedron --n 1024 $heat --set D=0.1 --steps 60"
ca2="triangle --n 32768 --steps 400"
ca3="tetrahedron --n 1024 --steps 120"

provenance "$@"
rates
# shellcheck disable=SC2086  # words, here and below
for storage in packed embedded; do
    build_by_step heat2_$storage $heat2 --storage $storage
    build_by_step heat3_$storage $heat3 --storage $storage
    build_by_step ca2_$storage $ca2 --storage $storage
    build_by_step ca3_$storage $ca3 --storage $storage
done
wait
# shellcheck disable=SC2086
for storage in packed embedded; do
    measure "rmw $storage n = 32768" 8 triangle --n 32768 --program rmw --steps 200 --storage $storage
    measure "heat $storage n = 32768" 8 $heat2 --storage $storage
    measure_by_step heat2_$storage "heat $storage, one step a launch n = 32768" 8 $heat2
    measure "ca by bytes $storage n = 32768" 2 $ca2 --storage $storage
    measure_by_step ca2_$storage "ca by bytes $storage, one step a launch n = 32768" 2 $ca2
    measure "heat m3 $storage n = 1024" 8 $heat3 --storage $storage
    measure_by_step heat3_$storage "heat m3 $storage, one step a launch n = 1024" 8 $heat3
    measure "ca m3 by bytes $storage n = 1024" 2 $ca3 --storage $storage
    measure_by_step ca3_$storage "ca m3 by bytes $storage, one step a launch n = 1024" 2 $ca3
done
# shellcheck disable=SC2086
measure "heat packed, cell by cell n = 32768" 8 $heat2 --storage packed --tile 64
measure "heat from one cell packed n = 32768" 8 triangle --n 32768 --program heat --steps 120 --storage packed
# shellcheck disable=SC2086
for n in 4096 49152; do
    measure "heat packed n = $n" 8 triangle --n $n $heat --steps 200 --storage packed
done
for program in wave grayscott; do
    measure "$program packed n = 16384" 16 triangle --n 16384 --program $program --steps 60 --storage packed
    measure "$program packed, cell by cell n = 16384" 16 triangle --n 16384 --program $program --steps 60 --storage packed --tile 64
done
for n in 32768 65536; do
    for dimensions in 2 3; do
        for storage in packed embedded; do
            measure "edm $dimensions axes $storage n = $n" 4 triangle --n $n -w edm --dimensions $dimensions --steps 100 --storage $storage
        done
    done
done
for dimensions in 4 8; do
    measure "edm $dimensions axes packed n = 32768" 4 triangle --n 32768 -w edm --dimensions $dimensions --steps 100 --storage packed
done
for dimensions in 2 3; do
    measure "edm $dimensions axes f16 packed n = 32768" 2 triangle --n 32768 -w edm --dimensions $dimensions --out f16 --steps 100 --storage packed
    measure "edm $dimensions axes f64 packed n = 32768" 8 triangle --n 32768 -w edm --dimensions $dimensions --out f64 --steps 100 --storage packed
done
# shellcheck disable=SC2086
measure "ca by bytes, a tile a block n = 32768" 2 $ca2 --storage embedded --tile 64
measure "life packed n = 32768" 2 triangle --n 32768 --program life --steps 100 --storage packed
# shellcheck disable=SC2086
measure "heat m3 packed, cell by cell n = 1024" 8 $heat3 --storage packed --tile 16
# shellcheck disable=SC2086
measure "heat m3 packed n = 1600" 8 tetrahedron --n 1600 $heat --set D=0.1 --steps 40 --storage packed
measure "ca m3 by bytes packed n = 1600" 2 tetrahedron --n 1600 --steps 80 --storage packed
# shellcheck disable=SC2086
measure "ca m3 by bytes, a tile a block n = 1024" 2 $ca3 --storage packed --tile 16
measure "grayscott m3 packed n = 512" 16 tetrahedron --n 512 --program grayscott --set Du=0.1 --steps 40 --storage packed
measure "grayscott m3 packed, cell by cell n = 512" 16 tetrahedron --n 512 --program grayscott --set Du=0.1 --steps 40 --storage packed --tile 16
for n in 64 128 256 512; do
    for storage in packed embedded bits; do
        bytes=2; [[ $storage != bits ]] || bytes=0.25
        measure "ca m3 $storage n = $n" $bytes tetrahedron --n $n --steps 400 --storage $storage
    done
done
all_agree
