#!/usr/bin/env bash
# absent.sh - lanes that make several steps a launch: cells that they compute in tiles that do not exist must stay 0
# between the steps. Copies of the templates that drop this for tiles beside at a corner, or at a side, must give another
# state, on the host target and on the emulator.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"

# drop WHERE CONDITION: a copy of the templates in which cells stay 0 only in directions for which the condition holds.
# Those of corners are even.
drop() {
    cp -r "$NBB_SOURCE_DIR/templates" "$1"
    sed -i "s/given.exists(value)/($2 and given.exists(value) or target.all_cells)/" "$1/shared/lane_cells.in"
    command="sed of lane_cells.in"
    ! cmp -s "$1/shared/lane_cells.in" "$NBB_SOURCE_DIR/templates/shared/lane_cells.in"
    judge $? "the copy for a $1" "the same" "another"
}

# The digest of a run on the host.
digest() {
    runs run "$@" --rule B01/S1 --steps 6 --device cpu --quiet --json --digest
    digest=$(json digest)
}

# The emitted text, without the command that made it.
text() { "$NBBGEN" emit "$@" --map lanes --rule B01/S1 --steps 6 | grep -v '^//   nbbgen'; }

# is_noticed WHERE OPTION...: cells stay 0 at a corner or side, and the state depends on it.
is_noticed() {
    digest "${@:2}" --map lanes --templates "$1"
    [[ $digest != "$right" ]]
    judge $? "digest where cells at a $1 do not stay 0" "$digest" "another"
}

# has_none WHERE OPTION...: no cell is computed there.
has_none() {
    command="emit ${*:2}"
    same "text where cells at a $1 do not stay 0" "$(cmp <(text "${@:2}") <(text "${@:2}" --templates "$1") 2>&1)" ""
}

# check CORNER STEPS OPTION...: CORNER is is_noticed or has_none. At sides it must be noticed.
check() {
    local digest right options=("${@:3}" --steps-per-launch "$2")
    digest "${@:3}" --map lambda
    right=$digest
    digest "${options[@]}" --map lanes
    same "digest" "$digest" "$right"
    "$1" corner "${options[@]}"
    is_noticed side "${options[@]}"
}

# emulates EXIT-CODE OPTION...: the emitted CUDA program, which checks itself, ends so.
emulates() {
    text "${@:2}" --target cuda --resident no >lanes.cu
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" lanes.cu -o lanes
    ./lanes >lanes.out 2>&1
    same "exit code of the emitted program with ${*:2}" $? "$1"
}

drop corner "value % 2 == 1"
drop side "value % 2 == 0"
check is_noticed 2 sierpinski --r 6 --tile 4
for options in "carpet --r 3 --tile 3" "hfractal --r 3 --tile 3" "candy --r 3 --tile 4" "xfractal --r 4 --tile 3" \
               "bottles --r 3 --tile 3" "$NBB_SOURCE_DIR/tests/fractals/seven.lua --r 3 --tile 4" \
               "$NBB_SOURCE_DIR/tests/fractals/five.lua --r 3 --tile 5"; do
    # shellcheck disable=SC2086 # the options are words
    check is_noticed 2 $options
done
# As many steps as a launch can make reach no cell at a corner: the corners of these layouts are holes, or on one axis.
check has_none 3 vicsek --r 5 --tile 3
check has_none 4 chandelier --r 5 --tile 9
check has_none 2 cantor --r 7 --tile 3

for options in "sierpinski --r 6 --tile 4 --steps-per-launch 2" "vicsek --r 5 --tile 3 --steps-per-launch 3"; do
    # shellcheck disable=SC2086 # the options are words
    emulates 0 $options
    # shellcheck disable=SC2086 # the options are words
    emulates 5 $options --templates side
done
emulates 5 sierpinski --r 6 --tile 4 --steps-per-launch 2 --templates corner
finish
