#!/usr/bin/env bash
# check_programs.sh - programs are found by name, path and rule, checked, printed and listed; wrong ones explained.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

cat >mine.lua <<'LUA'
-- A program of one's own.
return program {
  state = { s = "u2", u = "f32" }, neighbours = "triangular", order = "sublattices",
  update = "if (chance(0.5)) s += 1; u += exp(u);",
}
LUA

is_checked() {
    runs check ./mine.lua
    like "check" "$out" "./mine.lua: a valid program
cell       s u2, u f32; 5 bytes
neighbours triangular, 6 offsets
order      sublattices, 3 colours: (x + y) mod 3
draws      1 a cell and step
rounding   differs between targets*
words      a value each: program mine: bits of words hold fields of u1 to u8 alone
return program {*if (chance(0.5)) {
      s = s + 1;
    }*"
    printf '%s\n' "$out" | sed -n '/^return/,$p' >again.lua
    runs check again.lua
    same "printed twice" "$(printf '%s\n' "$out" | sed -n '/^return/,$p')" "$(cat again.lua)"
    runs check ising
    like "check" "$out" "$NBB_SOURCE_DIR/programs/ising.lua: a valid program*1 bit, 1 byte*mod 2*by planes*
words      bits of 32 cells each, about * operations a word and step beside its draws*"
    printf 'return program { state = { s = "u2" }, neighbours = "moore",\n  update = "s = x > 3 ? 1 : 2;" }\n' >own.lua
    runs check ./own.lua
    like "check" "$out" "*words      a value each: ./own.lua:2: update:17: bits of words cannot compute this: *
    update = *^*
return program*"
}

is_found_and_listed() {
    runs list
    like "list" "$out" "*sierpinski *ising *program: The Ising model*"
    mkdir own
    cp mine.lua own/own_one.lua
    NBBGEN_PROGRAMS=own runs list
    like "list" "$out" "*own_one         program: A program of one's own.*"
    NBBGEN_PROGRAMS=own runs check own_one
    like "check" "$out" "own/own_one.lua: a valid program*"
    fails 3 "definition error: unknown fractal 'own_one' (searched *)" check own_one
    fails 3 "definition error: unknown program 'isign': did you mean 'ising'? (searched *)" check isign
    fails 3 "definition error: unknown fractal 'viksek': did you mean 'vicsek'? (searched *)" check viksek
    rm -r own
}

is_described() {
    runs info carpet --program ising --set T=3 --r 8
    like "info" "$out" "ising (*/ising.lua) on carpet*cell       s u1; 1 bit, 1 byte*2 colours*at r = 8*\
random     at most 16777216 words a step*bb  *lanes  *operations a cell and step*lanes  *straight, cells*"
    runs info carpet --program life --neighbours moore --r 5 --json
    same "program, rule, cell, draws" "$(json program) $(json rule) $(json cell.s) $(json requests)" \
        "life B2/S23 u1 0"
    same "bytes" "$(json bytes.bb) $(json cells)" "59049 32768"
    runs info triangle --program mine.lua --n 10 --json
    same "cell" "$(json cell.u) $(json cell_bytes) $(json colours) $(json random_words)" "f32 5 3 55"
    echo 'return program { state = { s = "u1" }, observe = { h = "histogram(s, 0, 2, 64)" }, update = "s = s;" }' >bins.lua
    runs check bins.lua
    runs check "$NBB_SOURCE_DIR/programs/ising.lua" --json
    same "values" "$(json values)" bits
    runs info sierpinski --program heat
    like "info" "$out" "heat (*) on sierpinski*u f32; 4 bytes*synchronous*"
    fails 2 "usage error: --set has no effect without --program" info sierpinski --set T=1
    fails 2 "usage error: *T > 0*" info sierpinski --program ising --set T=0
}

# A rule in B/S notation is a program too, and the same automaton.
rules_are_programs() {
    local map
    runs run sierpinski --r 6 --rule B1/S012 --density 0.3 --steps 9 --device cpu --digest --json
    same "keys" "$(json digest0)" "${digest0:=$(json digest0)}"
    digest=$(json digest)
    for map in bb lambda compact lanes; do
        runs run sierpinski --r 6 --program B1/S012 --set density=0.3 --steps 9 --map $map --device cpu \
            --verify --digest --json
        same "digests, name" "$(json digest0) $(json digest) $(json program)" "$digest0 $digest B1_S012"
        same "alive" "$(json observe.alive)" "$(json population)"
    done
    runs info sierpinski --program b3/s23
    like "info" "$out" "B3_S23 (a rule) on sierpinski*rule       B3/S23*"
    fails 2 "usage error: *B9/S*" run sierpinski --r 6 --program B9/S --device cpu
}

wrong_ones_are_explained() {
    sed 's/s += 1/s += t/' mine.lua >bad.lua
    fails 3 "definition error: bad.lua:4: update:35: unknown name 't'
    update = \"if (chance(0.5)) s += t; u += exp(u);\",
                                    ^" check bad.lua
    printf 'return program {\n  state = { s = "u1" }, neighbours = "moore", updates = 1,\n}\n' >bad.lua
    fails 3 "definition error: bad.lua:2: unknown field 'updates': did you mean 'update'? *" check bad.lua
    fails 3 "definition error: mine.lua:2: returns a program; a definition ends with: *" info mine.lua
    fails 3 "definition error: ising is a program, not a fractal: *--program ising" run ising --r 3
    fails 3 "definition error: unknown program 'isng': did you mean 'ising'? *" run carpet --r 3 --program isng
    printf 'while true do end' >bad.lua
    fails 3 "definition error: bad.lua:1: *endless loop*" check bad.lua
    sed 's/update/require = { "maxdegree < 6" }, update/' mine.lua >bad.lua
    fails 2 "usage error: bad.lua:4: require:26: the program requires maxdegree < 6, *maxdegree = 6*" check bad.lua
}

is_checked
is_found_and_listed
is_described
rules_are_programs
wrong_ones_are_explained
finish
