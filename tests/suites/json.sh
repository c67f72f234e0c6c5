#!/usr/bin/env bash
# json.sh - every JSON that there is can be parsed, whatever its numbers and texts are.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# parses COMMAND...: what it prints is one JSON object, or array.
parses() {
    command="$*"
    "$@" >"$scratch/out" 2>"$scratch/err"
    judge $? "exit code" "$?: $(<"$scratch/err")" 0
    json_keys >"$scratch/keys"
    judge $? "JSON" "$(<"$scratch/keys")" "an object"
}

commands_print_json() {
    local arguments
    while read -r arguments; do
        # shellcheck disable=SC2086  # the arguments are words
        parses "$NBBGEN" $arguments
    done <<TEXT
list --json
doctor --json
info sierpinski --r 31 --json
info triangle --n 1000 --json
info sierpinski --program ising --r 4 --json
info simplex --m 2 --n 2 --json
info simplex --m 12 --n 1073741824 --ratio 0.9999 --arity 9007199254740992 --json
run sierpinski --r 0 --steps 1 --json --quiet --device cpu
run sierpinski --r 0 -w sw --json --quiet --device cpu
run triangle --n 1 -w rd --json --quiet --device cpu
run triangle --n 2 -w edm --json --quiet --device cpu
run sierpinski --r 3 --program heat --json --quiet --device cpu
bench sierpinski --r 1 --map all --samples 1 --no-rates --quiet --json - --device cpu
TEXT
}

# Names that are no UTF-8 are part of a bench's command.
other_bytes_are_escaped() {
    NBBGEN_FRACTALS=$'\xe9' parses "$NBBGEN" list --json
    parses "$NBBGEN" bench sierpinski --r 1 --map lanes --samples 1 --no-rates --quiet --json - --csv $'\xff.csv' --device cpu
    like "command" "$(json command)" "* --csv *377*.csv*"
}

# One cell takes no time that a clock could tell. Only what computes a root or an exponential needs libm.
standalones_print_json() {
    local work library
    for work in "sierpinski --r 0 --steps 3" "sierpinski --r 0 -w sw" "triangle --n 1 -w rd" "sierpinski --r 0 --map bb" \
        "sierpinski --r 0 --program ising" "sierpinski --r 0 --program heat" "triangle --n 2 -w edm"; do
        # shellcheck disable=SC2086  # words
        runs emit $work --target host -o one.c
        [[ $work == *ising* || $work == *edm* ]] && library=-lm || library=
        # shellcheck disable=SC2086  # a word, or none
        "${CC:-cc}" -std=c11 -O2 -fopenmp one.c -o one $library 2>link
        same "linking" "$? $(<link)" "0 "
        parses ./one
    done
    # more steps than times that are kept, and so many that no array could hold a time of each
    runs emit sierpinski --r 0 --steps 300000 --tile 1 --steps-per-launch 1 --target host -o one.c
    "${CC:-cc}" -std=c11 -O2 -fopenmp one.c -o one -lm
    parses ./one
    same "samples" "$(json ms_per_step.samples)" 65536
    runs emit sierpinski --r 0 --steps 2147483647 --tile 1 --steps-per-launch 1 --target host -o one.c
    "${CC:-cc}" -std=c11 -fopenmp one.c -o one -lm 2>link
    same "linking" "$? $(<link)" "0 "
    at_most "bytes of data" "$(size one | awk 'NR == 2 { print $3 }')" 10000000
}

commands_print_json
other_bytes_are_escaped
standalones_print_json
finish
