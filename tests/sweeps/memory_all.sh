#!/usr/bin/env bash
# memory_all.sh - every definition, and every program that comes with nbbgen, in parts that are as small as they can be,
# and in parts, passes and files at random: the digest of the whole state. By the processor, and on a GPU that is
# emulated (suites/gpus.sh).
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/../suites/common.bash"
export OMP_NUM_THREADS=1
RANDOM=${NBB_SEED:-1}
refused=0
use_gpus 1

# parted DEVICE ARGUMENT...: what parts come to, against $wanted. Sets $enough.
parted() {
    local memory pass=$((1 + RANDOM % 5))
    nbbgen run "${@:2}" --device "$1" --memory 1K --pass $pass
    enough=$(sed -nE 's/.*; ([0-9]+) are enough.*/\1/p' <<<"$err")
    if [[ -z $enough ]]; then
        like "refusal" "$err" "*usage error: *a state in parts*"
        refused=$((refused + 1))
        return
    fi
    for memory in "$enough" $((enough + RANDOM % (enough / 2))); do
        runs run "${@:2}" --device "$1" --memory "$memory" --pass $pass --digest --json --quiet
        same "digest with --memory $memory --pass $pass" "$(json digest)" "$wanted"
    done
    rm -rf filed
    runs run "${@:2}" --device "$1" --memory "$memory" --pass $pass --state filed --digest --json --quiet
    same "digest of files" "$(json digest)" "$wanted"
}

# both ARGUMENT...: of 4 steps.
both() {
    nbbgen run "$@" --map lanes --steps 4 --device cpu --digest --json --quiet
    [[ $code -ne 2 ]] || return 0  # not of map lanes
    same "exit code" "$code" 0
    wanted=$(json digest)
    for device in ${NBB_DEVICES:-cpu cuda}; do
        parted $device "$@" --map lanes --steps 4
    done
}

# level DEFINITION: the first with 2e4 cells.
level() {
    local r=1
    while [[ $("$NBBGEN" info "$1" --r $r --json | sed -n 's/^ *"cells": \([0-9]*\).*/\1/p') -lt 20000 ]]; do r=$((r + 1)); done
    echo $r
}

while read -r name rule _; do
    definition=$NBB_SOURCE_DIR/fractals/$name.lua
    [[ -e $definition && $name != tri* && $name != tetrahedron ]] || continue
    both "$definition" --r "$(level "$definition")" --rule "$rule"
done < <(grep -v '^#' "$NBB_SOURCE_DIR/tests/oracle/rules.txt")
for program in "$NBB_SOURCE_DIR"/programs/*.lua; do
    both sierpinski --r 10 --program "$program" --tile 4
done
echo "$refused refused"
finish
