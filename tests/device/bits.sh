#!/usr/bin/env bash
# bits.sh - ca and programs on simplices by storage bits, beside bytes, over n on a GPU: milliseconds a step, cells a second, bytes a second
# of states read and written, digests. Below each row, where there is ncu, the counters of a launch of the same command.
# Exit 1 where a state has two digests. Takes about 90 s, with counters some minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/bits.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/simplices.bash"

provenance "$@"
rates
for n in 64 1024 4096 16384 32768 65536 131072; do
    measure "ca m2 bits n = $n" 0.25 triangle --n $n --steps 800 --storage bits
done
measure "ca m2 bits, enum n = 131072" 0.25 triangle --n 131072 --steps 800 --storage bits --map enum
for storage in embedded packed; do
    measure "ca m2 $storage n = 32768" 2 triangle --n 32768 --steps 800 --storage $storage
done
for n in 64 256 1024 1600; do
    measure "ca m3 bits n = $n" 0.25 tetrahedron --n $n --steps 200 --storage bits
done
measure "ca m3 bits, enum n = 1600" 0.25 tetrahedron --n 1600 --steps 200 --storage bits --map enum
for storage in embedded packed; do
    measure "ca m3 $storage n = 1024" 2 tetrahedron --n 1024 --steps 200 --storage $storage
done
for n in 4096 32768 131072; do
    measure "ising m2 bits n = $n" 0.25 triangle --n $n --program ising --steps 40 --storage bits
done
measure "ising m2 packed n = 32768" 2 triangle --n 32768 --program ising --steps 40 --storage packed
for n in 256 1024; do
    measure "ising m3 bits n = $n" 0.25 tetrahedron --n $n --program ising --steps 40 --storage bits
done
measure "ising m3 packed n = 1024" 2 tetrahedron --n 1024 --program ising --steps 40 --storage packed
for program in life wireworld forest_fire potts; do
    bytes=0.5
    [[ $program != life ]] || bytes=0.25
    [[ $program != potts ]] || bytes=1
    for storage in bits packed; do
        [[ $storage == bits ]] || bytes=2
        measure "$program m2 $storage n = 32768" $bytes triangle --n 32768 --program $program --steps 40 --storage $storage
        measure "$program m3 $storage n = 1024" $bytes tetrahedron --n 1024 --program $program --steps 40 --storage $storage
    done
done
all_agree
