#!/usr/bin/env bash
# simplex_oracle.sh - the programs of tests/oracle/programs on triangles and tetrahedra: each comes to the same digests on all covers and
# storages as on map bb, whose state --verify compares with the evaluator of the text; and, one side each, as CUDA that the emulator
# executes. Takes some minutes.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/../suites/common.bash"
command="nbbgen run"  # of figures_of, for messages
export NBB_EMU_BUILD=${NBB_BUILD_DIR:?}/emulator CC=${NBB_SOURCE_DIR:?}/tests/tools/cc_light

# figures_of OPTION...: digests and population after three steps on the host.
figures_of() {
    nbbgen run "$@" --steps 3 --seed 7 --digest --json --quiet --device cpu
    [[ $code -eq 0 ]] && echo "$(json digest0) $(json digest) $(json population)" || echo "exit code $code of $*"
}

# agrees SUBJECT: on all covers and storages.
agrees() {
    local wanted choice
    local choices=("--map lambda --storage packed" "--map lambda --storage embedded" "--map enum --storage packed" "--map enum --storage embedded"
                   "--from above" "--tile 16 --from below")
    [[ $1 != *forest* && $1 != *ising* && $1 != *sandpile* && $1 != *wireworld* ]] || choices+=("--storage bits" "--storage bits --map enum")
    # shellcheck disable=SC2086  # words
    wanted=$(figures_of $1 --map bb --verify)
    for choice in "${choices[@]}"; do
        # shellcheck disable=SC2086
        same "$1 $choice" "$(figures_of $1 $choice)" "$wanted"
    done
}

# emulates SUBJECT: as CUDA with the plan's own choice.
emulates() {
    # shellcheck disable=SC2086
    runs emit $1 --steps 3 --seed 7 --target cuda -o x.cu
    # shellcheck disable=SC2086
    like "$1 emulated" "$("$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" x.cu -o x -w 2>&1 && ./x)" \
        "*\"digest\": \"$(figures_of $1 --map bb | cut -d' ' -f2)\",*"
}

for program in "$NBB_SOURCE_DIR"/tests/oracle/programs/*.lua; do
    case $program in  # what three axes ask for
        */heat*) space="--program $program --set D=0.1" ;;
        */sandpile.lua) space="--program $program --neighbours vonneumann" ;;
        *) space="--program $program" ;;
    esac
    for n in 2 65 130; do
        agrees "triangle --n $n --program $program"
    done
    for n in 1 17 33; do
        agrees "tetrahedron --n $n $space"
    done
    emulates "triangle --n 200 --program $program"
    emulates "tetrahedron --n 40 $space"
done
finish
