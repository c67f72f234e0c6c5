#!/usr/bin/env bash
# schedules.sh - every schedule that `info` says a map's steps can have comes to the digest of map bb on the host: those that a plan
# does not choose in emitted CUDA, which the emulator executes, and all on the host where that has them too. A bench takes a list of them.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# every SUBJECT WANTED: all schedules of all maps; WANTED says which these are, "map:schedule..." in order.
every() {
    local map schedule wanted ways=""
    # shellcheck disable=SC2086  # words
    runs run $1 --steps 4 --seed 5 --map bb --digest --json --device cpu --quiet
    wanted=$(json digest)
    # shellcheck disable=SC2086
    runs info $1 --json
    python3 -c 'import json, sys
for name, of in json.load(sys.stdin)["schedules"].items():
    print(name, of["schedule"], *(other for other, why in of["others"].items() if why is None))' <<<"$out" >ways
    while read -r map ways; do
        for schedule in $ways; do
            # shellcheck disable=SC2086
            [[ $schedule == "${ways%% *}" || $map == enum ]] || {
                runs emit $1 --steps 4 --seed 5 --map "$map" --schedule "$schedule" --target cuda -o x.cu
                emulated x.cu
                same "$1 --map $map --schedule $schedule on CUDA" "$(json digest)" "$wanted"
            }
            # shellcheck disable=SC2086
            nbbgen run $1 --steps 4 --seed 5 --map "$map" --schedule "$schedule" --digest --json --device cpu --quiet
            case $code in
            0) same "$1 --map $map --schedule $schedule on the host" "$(json digest) $(json schedule)" "$wanted $schedule" ;;
            *) like "$1 --map $map --schedule $schedule on the host" "$code $err" "2 *--schedule $schedule cannot be had on *CUDA has*" ;;
            esac
        done
    done <ways
    same "schedules of $1" "$(sed 's/ /:/; s/ /,/g' ways | paste -sd ' ')" "$2"
}

long every "carpet --r 3" "bb:cells lambda:tile compact:tile lanes:persistent,cells,straight"
long every "carpet --r 3 --program ising" "bb:cells lambda:cells compact:cells lanes:persistent,cells,straight"
long every "carpet --r 3 --program forest_fire" "bb:cells lambda:tile,cells compact:tile,cells lanes:persistent,cells,straight"
long every "carpet --r 3 --program larger_than_life" "bb:tile,cells lambda:tile,cells compact:tile,cells lanes:tile,cells,straight,persistent"
every "vicsek --r 3 --program larger_than_life" "bb:tile,cells lambda:tile,cells compact:tile,cells lanes:persistent,cells,tile,straight"
every "$NBB_SOURCE_DIR/examples/relative.lua --r 4" "bb:cells lambda:tile compact:tile lanes:straight,cells"
long every "triangle --n 500" "bb:cells lambda:march,tile,columns compact:march,tile enum:march,tile,columns"
long every "triangle --n 500 --program wireworld" "bb:cells lambda:march,cells,columns enum:march,cells,columns"
long every "triangle --n 300 --program heat" "bb:cells lambda:march,cells enum:march,cells"
long every "tetrahedron --n 40 --program heat --set D=0.1" "bb:cells lambda:march,cells enum:march,cells"
every "tetrahedron --n 40" "bb:cells lambda:columns,tile,march compact:march,tile enum:columns,tile,march"

runs bench carpet --r 3 --map lanes,compact --schedule all --program forest_fire --csv - --no-rates --samples 2 --quiet
same "rows of a bench" "$(grep -o ',--schedule [a-z]*,,' <<<"$out" | paste -sd ' ')" \
    ",--schedule cells,, ,--schedule straight,, ,--schedule cells,, ,--schedule tile,,"
finish
