#!/usr/bin/env bash
# memory_all.sh - every definition, every program that comes with nbbgen, and the matrix's cases on lanes, in
# parts that are as small as they can be, and in parts, passes and files at random: the digest of the whole state. By the
# processor, and on a GPU that is emulated (suites/gpus.sh). NBB_DEVICES=gpu: on a GPU;
# NBB_PART=K/N: every N-th case; NBB_SEED: other random choices; NBB_CASES: a file with what the matrix lists.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/../suites/common.bash"
export OMP_NUM_THREADS=1
: "${NBB_MATRIX:?}"
part=${NBB_PART:-1/1} cases=0 refused=0 devices=${NBB_DEVICES:-cpu cuda} once=no
if [[ $devices == gpu ]]; then
    unset NBBGEN_LIBCUDA
    export XDG_CACHE_HOME=$scratch/cache
    devices=cuda
else
    use_gpus 1
fi

# parted DEVICE ARGUMENT...: what parts come to, against $wanted. Sets $enough.
parted() {
    local memory pass=$((1 + RANDOM % 5))
    nbbgen run "${@:2}" --device "$1" --memory 1K --pass $pass
    [[ $code -ne 0 ]] || return 0  # the whole state fits
    enough=$(sed -nE 's/.*; ([0-9]+) are enough.*/\1/p' <<<"$err")
    if [[ -z $enough ]]; then
        like "refusal" "$err" "*usage error: *a state in parts*"
        refused=$((refused + 1))
        return
    fi
    for memory in "$enough" $((enough + RANDOM % (enough / 2))) "$enough --state filed"; do
        [[ $once == no || $((RANDOM % 3)) -gt 0 ]] || continue
        # shellcheck disable=SC2086 # words
        runs run "${@:2}" --device "$1" --memory $memory --pass $pass --digest --json --quiet
        same "digest with --memory $memory --pass $pass" "$(json digest)" "$wanted"
    done
    rm -rf filed
}

# both ARGUMENT...: of 4 steps.
both() {
    cases=$((cases + 1))
    [[ $((cases % ${part#*/})) -eq $((${part%/*} - 1)) ]] || return 0
    RANDOM=$((${NBB_SEED:-1} + cases))
    nbbgen run "$@" --map lanes --steps 4 --device "${devices%% *}" --digest --json --quiet
    [[ $code -ne 2 ]] || return 0  # not of map lanes
    same "exit code" "$code" 0
    wanted=$(json digest)
    for device in $devices; do
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
    both "$NBB_SOURCE_DIR/fractals/sierpinski.lua" --r 10 --program "$program" --tile 4
done
# Of the matrix what parts leave open (how a state in core lies or stays is not theirs), one or two of the three forms.
once=yes
while read -r work; do
    # shellcheck disable=SC2086 # the case is words
    both $work
done < <({ [[ -n ${NBB_CASES:-} ]] && cat "$NBB_CASES" || "$NBB_MATRIX" list; } | sed -nE 's/ --map lanes --steps [0-9]+//; T; / --workload (ca|program) /!d
    s/ --(persistent|permuted|block|buffers) [a-z0-9]+//g; s/ \|.*//p' | sort -u)
echo "$refused refused"
finish
