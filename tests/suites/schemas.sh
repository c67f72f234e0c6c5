#!/usr/bin/env bash
# schemas.sh - docs/schemas: what --json prints is what the schema of its command says, and no schema takes everything.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
schemas=$NBB_SOURCE_DIR/docs/schemas

# prints COMMAND ARGUMENT...: an object, which is kept for check.
count=0
prints() {
    runs "$@" --json
    cp "$scratch/out" "$1.$((count++)).json"
}

# check COMMAND: what was kept fits, and does not with another key.
check() {
    local file given=() told
    for file in "$1".*.json; do
        given+=(-i "$file")
    done
    command="schemas/$1.json"
    told=$(jsonschema "${given[@]}" "$schemas/$1.json" 2>&1)
    judge $? "what does not fit" "$told" "nothing"
    sed '0,/{/s//{ "another key": 1,/' "$file" >changed
    ! jsonschema -i changed "$schemas/$1.json" >told 2>&1
    judge $? "an output with another key" "taken" "refused"
}

prints list
prints doctor
NBBGEN_FRACTALS=absent CC=./absent prints doctor
for size in "" "--r 4" "--r 30"; do
    # shellcheck disable=SC2086  # the size is words
    prints info sierpinski $size
done
prints info tetrahedron --n 40
prints info triangle
prints info carpet --r 3 --program heat
prints info carpet --program potts
prints info simplex --m 4

prints run vicsek --r 4 --device cpu --verify --digest --quiet
prints run sierpinski --r 6 -w rd --map lambda --tc --device cpu --quiet
prints run cantor --r 4 -w sw --map bb --device cpu --quiet
prints run triangle --n 30 -w edm --device cpu --quiet
prints run tetrahedron --n 30 --from above --recursion branches --device cpu --quiet
prints run carpet --r 3 --program heat --verify --digest --device cpu --quiet
prints run carpet --r 3 --program ising --average 2 --device cpu --quiet
prints run carpet --r 3 --program B3/S23 --device cpu --quiet

prints emit chandelier --r 4
prints emit triangle --n 30 -w edm --kernel-only --target host
prints emit carpet --r 3 --program grayscott --ptx -o grayscott.ptx

runs bench sierpinski@3 triangle@30 -w ca --map bb,lambda,enum --samples 1 --device cpu --no-rates --quiet --json bench.0.json

for name in list doctor info run emit bench; do
    check "$name"
done
same "commands with a schema" "$(cd "$schemas" && echo *)" "bench.json doctor.json emit.json info.json list.json run.json"
finish
