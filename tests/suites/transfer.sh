#!/usr/bin/env bash
# transfer.sh - executes the CUDA kernels that move cells in digit order (templates/transfer.in) in the emulator: what
# is scattered over a state is gathered again, whatever the map. checkpoints.sh tries those of the host.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_TRANSFER:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator

# moves DEFINITION SIZE MAP [PROGRAM]
moves() {
    command="transfer $*"
    code=0
    local definition=$NBB_SOURCE_DIR/fractals/$1.lua program=(${4:+"$NBB_SOURCE_DIR/programs/$4.lua"})
    "$NBB_TRANSFER" "$definition" "$2" "$3" "${program[@]}" >moves.cu 2>"$scratch/err" &&
        "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" moves.cu -o moves >>"$scratch/err" 2>&1 || code=$?
    same "exit code" "$code $(<"$scratch/err")" "0 "
    same "cells" "$(./moves 2>&1)" same
}

moves sierpinski 7 lanes
moves vicsek 4 compact
moves triangle 70 lambda
moves vicsek 3 lanes heat
moves carpet 3 bb
moves chandelier 4 lambda
moves cantor 6 lanes
moves vicsek 3 lanes potts
moves vicsek 3 compact grayscott
moves tetrahedron 20 lambda
moves tetrahedron 20 bb
moves ../examples/relative 6 compact
moves ../examples/relative 7 lambda
moves triangle 70 enum
moves sierpinski 0 bb
finish
