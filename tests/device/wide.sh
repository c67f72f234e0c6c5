#!/usr/bin/env bash
# wide.sh - programs of wide cells on map lanes by steps a launch, block and tile: what the plan's choices rest on. One
# card, some 90 seconds.
#
#     NBBGEN=build/release/nbbgen tests/device/wide.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
heat=tests/oracle/programs/heat32.lua
grayscott=tests/oracle/programs/grayscott.lua

# try FRACTAL OPTION...: the options, and the lines of the report about map, time and memory.
try() {
    printf '%s: ' "$*"
    "$NBBGEN" run "$@" --map lanes --device cuda --quiet | sed -nE 's/^(map|time|memory) +/\1 /p' | paste -s -d '|' | sed 's/|/; /g'
}

provenance "$@"
for steps in 1 2 3 4 5 6; do
    for block in 64 128 256; do
        try sierpinski --r 18 --program $heat --steps 120 --steps-per-launch $steps --block $block
    done
done
for program in $heat $grayscott; do
    for steps in 1 2 3; do
        try carpet --r 9 --program $program --neighbours vonneumann --steps 120 --steps-per-launch $steps
    done
    try carpet --r 9 --program $program --steps 120 --tile 3
    try carpet --r 9 --program $program --steps 120
done
