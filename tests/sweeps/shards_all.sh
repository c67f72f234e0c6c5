#!/usr/bin/env bash
# shards_all.sh - suites/shards.sh with more of everything: kinds of fractals and programs, maps, numbers of ranks.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/../suites/common.bash"
# shellcheck source=tests/suites/ranks.bash
source "${BASH_SOURCE[0]%/*}/../suites/ranks.bash"

few="2 3"
all="2 3 4 5 7"
agree "$few" sierpinski --r 13 --buffers 1
agree "$all" carpet --r 7 --verify
agree "$few" vicsek --r 9 --buffers 1
agree "$all" cantor --r 18 --tile 9 --rule B1/S01
agree "2 3 4" chandelier --r 7 --tile 3
agree "$few" candy --r 5 --tile 4
agree "$all" sierpinski --r 10 --map compact --tile 4
agree "$few" carpet --r 5 --map compact --tile 9 --intra lut --verify
agree "$few" hfractal --r 5 --map compact --hash arith --tile 3
agree "$all" vicsek --r 9 --workload rd
agree "$few" vicsek --r 9 --workload sw
agree "$few" sierpinski --r 9 --map compact --workload rd --tile 4
agree "$all" carpet --r 7 --program ising --tile 9 --lanes 64
agree "$few" carpet --r 5 --program ising --map compact --tile 9
agree "$all" carpet --r 6 --program heat --tile 9 --steps 30
agree "$few" carpet --r 5 --program heat --map compact --tile 9 --verify
agree "$few" carpet --r 6 --program grayscott --tile 9
agree "$few" sierpinski --r 12 --program forest_fire --tile 4 --verify
agree "$few" carpet --r 6 --program sandpile --tile 3
agree "$few" vicsek --r 8 --program wireworld --tile 9
agree "$few" carpet --r 5 --program wireworld --tile 3 --lanes 8 --buffers 1

# goes_on ARGUMENT...: saved by three ranks, gone on from by others and by one process.
goes_on() {
    local wanted count
    runs run "$@" --device cpu --steps 9 --digest --json --quiet
    wanted=$(last)
    rm -rf saved
    ranks 3 run "$@" --device cpu --steps 5 --checkpoint saved --quiet
    same "exit code" "$code $err" "0 "
    for count in 1 2 5; do
        ranks "$count" run "$@" --device cpu --steps 9 --resume saved --digest --json --quiet
        same "state" "$(last)" "$wanted"
    done
}
goes_on carpet --r 7
goes_on vicsek --r 9 --buffers 1
goes_on sierpinski --r 10 --map compact --tile 4
goes_on carpet --r 6 --program heat --tile 9
goes_on carpet --r 6 --program grayscott --tile 9
goes_on carpet --r 6 --program sandpile --tile 3
goes_on carpet --r 5 --program ising --map compact --tile 9
goes_on cantor --r 18 --tile 9 --rule B1/S01

emulated carpet 6 lanes 2 1
emulated carpet 6 lanes 2 2
emulated vicsek 8 lanes 3 2
emulated vicsek 6 compact 3 0
finish
