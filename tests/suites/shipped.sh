#!/usr/bin/env bash
# shipped.sh - every program that comes with nbbgen is listed, checked, and runs, verified: on a map each, in the sweep with one digest on all.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
cd "$NBB_SOURCE_DIR/programs" || exit

is_listed_with_what_it_shows() {
    local file line
    runs list
    for file in *.lua; do
        read -r _ line <"$file"
        like "list" "$out" "*${file%.lua} *${line:0:40}*"
    done
}

is_valid() {
    local file
    for file in *.lua; do
        runs check "$file"
        like "check" "$out" "*${file%.lua}*"
    done
}

# agrees PROGRAM FRACTAL R MAP...: these maps give one digest, and --verify agrees with each. Each step changes
# something: the sandpile is given a grain every other step.
agrees() {
    local map digest=
    local -A set=([sandpile]="--set=period=2 --set=rate=0.1")
    for map in "${@:4}"; do
        # shellcheck disable=SC2086  # words or none
        runs run "$2" --r "$3" --program "$1" ${set[$1]:-} --map "$map" --steps 13 --verify --digest --json --device cpu
        unlike "$1 on $2, $map: last digest" "$(json digest)" "$(json digest0)"
        same "$1 on $2, $map" "$(json program) $(json map) $(json verified) $(json digest)" \
            "$1 $map true ${digest:=$(json digest)}"
    done
}

runs_on_every_map() {
    local file maps=(lanes bb compact lambda)
    for file in *.lua; do
        agrees "${file%.lua}" sierpinski 5 "${maps[@]::${NBB_LONG:+3}+1}"
        maps=("${maps[@]:1}" "${maps[0]}")
    done
}

# Parameters that blow up are refused before a run.
requires() {
    fails 2 "*heat*D \* maxdegree <= 1*" run carpet --r 3 --program heat --set D=0.26 --device cpu
    fails 2 "*heat*D \* maxdegree <= 1*" run carpet --r 3 --program heat --neighbours moore --device cpu
    fails 2 "*ising*T > 0*" run carpet --r 3 --program ising --set T=0 --device cpu
    fails 2 "*potts*q == floor(q)*" run carpet --r 3 --program potts --set q=3.7 --device cpu
    fails 2 "*sandpile*period == floor(period)*" run carpet --r 3 --program sandpile --set period=4.5 --device cpu
    fails 2 "*potts*q <= 16*" run carpet --r 3 --program potts --set q=17 --device cpu
    fails 2 "*sandpile*period*" run carpet --r 3 --program sandpile --set period=1000 --device cpu
}

is_listed_with_what_it_shows
is_valid
runs_on_every_map
requires
finish
