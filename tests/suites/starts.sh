#!/usr/bin/env bash
# starts.sh - first states that users bring: arrays and patterns, for automata and programs, on every map; and the
# patterns that a run writes.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# goes_on DOMAIN... -- MAP...: a run of 5 + 4 steps, taken up from its array and, where it has two axes, its pattern.
goes_on() {
    local work=() whole map file
    while [[ $1 != -- ]]; do
        work+=("$1")
        shift
    done
    shift
    runs run "${work[@]}" --device cpu --steps 9 --digest --json --quiet
    whole=$(json digest)
    rm -f five.npy five.rle
    runs run "${work[@]}" --device cpu --steps 5 --npy five.npy --quiet
    [[ ${work[0]} == tetrahedron ]] || runs run "${work[@]}" --device cpu --steps 5 --rle five.rle
    for map; do
        for file in five.*; do
            # shellcheck disable=SC2086  # options
            runs run "${work[@]}" $map --device cpu --steps 4 --init "$file" --verify --digest --json --quiet
            same "digest from $file by $map" "$(json digest)" "$whole"
        done
    done
}

check_maps() {
    goes_on carpet --r 3 -- "--map bb" "--map lambda" "--map compact" "--map lanes" "--map lanes --lanes 8 --buffers 1"
    goes_on triangle --n 70 --rule B3/S23 -- "--map bb" "--map lambda" "--map enum" "--map lambda --storage embedded"
    goes_on tetrahedron --n 18 -- "--map bb" "--map enum"
    goes_on sierpinski --r 0 -- "--map bb"
    goes_on bottles --r 3 -- "--map lanes"
}

# A mask is an array of bool.
check_mask() {
    runs run carpet --r 2 --device cpu --steps 3 --npy three.npy --digest --json --quiet
    local whole
    whole=$(json digest)
    LC_ALL=C sed "s/'|u1'/'|b1'/" three.npy >mask.npy
    unlike "header" "$(cmp three.npy mask.npy 2>&1)" ""
    runs run carpet --r 2 --device cpu --init alive=mask.npy --steps 1 --digest --json --quiet
    same "first digest" "$(json digest0)" "$whole"
}

# A glider, which this text has, and what becomes of it.
write_glider() {
    printf '#C a glider\n#CXRLE Gen=7 Pos=6,0\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\nthe end' >glider.rle
}

check_pattern() {
    write_glider
    runs run carpet --r 3 --device cpu --rule life --init glider.rle --steps 1 --rle next.rle --verify --json
    same "cells at first" "$(json population0)" 5
    same "pattern" "$(<next.rle)" $'#CXRLE Pos=0,0 Gen=1\nx = 27, y = 27, rule = B3/S23\n$6bobo$7b2o$7bo!'
    runs run carpet --r 3 --device cpu --rule life --init glider.rle --at 18,6 --steps 1 --npy at.npy --verify --quiet
    same "cell at (18, 7)" "$(od -An -tu1 -j $((128 + 7 * 27 + 18)) -N 1 at.npy | xargs)" 1
    printf 'x=5,y=3\r\n3.2A\r\n2$ \r\n4.A!' >multi.rle
    runs run carpet --r 3 --device cpu --init multi.rle --at -3,0 --steps 1 --json
    same "cells at first, without a rule" "$(json population0)" 3
    printf 'x = 0, y = 0\n!' >empty.rle
    runs run carpet --r 3 --device cpu --init empty.rle --steps 1 --json
    same "cells at first, of nothing" "$(json population0)" 0
}

# A pattern on a fractal whose box no array could hold is placed in no time.
check_large() {
    echo 'return fractal { layout = { "#...", "....", "....", "...#" } }' >far.lua
    printf 'x = 4, y = 4\no3$3bo!' >corner.rle
    runs run far.lua --r 9 --map lanes --device cpu --init corner.rle --at 262140,262140 --steps 1 --json
    same "cells at first" "$(json population0)" 2
}

# Programs of small integers: states beyond 24 have two letters, several fields a file each.
check_programs() {
    local whole map
    printf 'x = 5, y = 1, rule = WireWorld\nCBA2C!' >wires.rle
    runs run vicsek --r 3 --device cpu --program wireworld --init wires.rle --at 11,13 --steps 2 --rle wires.out.rle --verify
    same "pattern" "$(<wires.out.rle)" $'#CXRLE Pos=0,0 Gen=2\nx = 27, y = 27, rule = wireworld\n13$11.3CBA!'
    cat >three.lua <<'LUA'
return program {
  state = { a = "u8", b = "u2", c = "u1" }, init = { a = "9 * x + y", b = "x % 4", c = "y % 2" },
  update = "a = a + b; c = 1 - c;",
}
LUA
    runs run vicsek --r 3 --device cpu --program three.lua --steps 3 --digest --json --rle now.rle --quiet
    whole=$(json digest)
    same "files" "$(echo now.*.rle)" "now.a.rle now.b.rle now.c.rle"
    like "letters past 24" "$(<now.a.rle)" "*pA*"
    like "letters of a bit" "$(<now.c.rle)" *$'three\n'*bo*
    for map in bb lambda compact lanes; do
        runs run vicsek --r 3 --device cpu --program three.lua --init a=now.a.rle --init b=now.b.rle --init c=now.c.rle \
            --map $map --steps 1 --digest --json --verify --quiet
        same "first digest by $map" "$(json digest0)" "$whole"
    done
}

# refused TEXT MESSAGE: as a pattern of an automaton on the carpet.
refused() {
    printf '%b' "$1" >bad.rle
    fails 2 "usage error: bad.rle:$2" run carpet --r 2 --device cpu --init bad.rle
}

check_refused_texts() {
    refused '' "1: column 1: expected the header, x = WIDTH, y = HEIGHT, found the file's end"
    refused 'bob$!' "1: column 1: expected the header, *, found 'bob\$!'"
    refused 'x = 3\nbob!' "1: column 6: expected , y = HEIGHT, found the line's end"
    refused 'x = 3, y = 3, rule =\n!' "1: column 21: expected rule = RULE, found the line's end"
    refused 'x = -3, y = 3\n!' "1: column 5: expected the header*"
    refused 'x = 3, y = 3, rule = B2/S23 : T9\n!' "1: column 22: the pattern is one of rule B2/S23 : T9, the run has B2/S23: say by --rule *"
    refused '#C\nx = 3, y = 3, rule = B3/S23\n!' "2: column 22: the pattern is one of rule B3/S23, the run has B2/S23: say by --rule *"
    refused '#CXRLE Pos=1\nx = 1, y = 1\n!' "1: column 13: expected Pos=X,Y, two whole numbers, found the line's end"
    refused 'x = 3, y = 1\n3o' "2: column 3: expected more places, or the ! that ends a pattern, found the file's end"
    refused 'x = 3, y = 1\n3o2!' "2: column 3: a number here is from 1 to 2^31 - 1 and stands before b, o, a state or \$"
    refused 'x = 3, y = 1\n0o!' "2: column 1: a number here is from 1 *"
    refused 'x = 3, y = 1\n99999999999o!' "2: column 1: a number here is from 1 *"
    refused 'x = 3, y = 1\n3z!' "2: column 1: expected b, o, a state's letters, \$ or !, found '3z!'"
    refused 'x = 3, y = 1\n3yX!' "2: column 1: expected b, o, a state's letters, *"
    refused 'x = 3, y = 1\n4o!' "2: column 1: a place beside the x = WIDTH, y = HEIGHT of the header"
    refused 'x = 3, y = 1\no$\nb!' "3: column 1: a place beside the x = WIDTH, y = HEIGHT of the header"
    refused 'x = 3, y = 1\noB!' "2: column 2: field alive at (1, 0) is 2, and u1 holds less than 2"
    refused 'x = 3, y = 2\n3o$3o!' "2: column 4: field alive at (1, 1) is not 0, and there is no cell"
    refused '#CXRLE Pos=7,8\nx = 3, y = 1\n3o!' "3: column 1: field alive at (9, 8) is not 0, and there is no cell"
    printf 'x = 65536, y = 65536\n!' >bad.rle
    fails 2 "usage error: bad.rle: has more than 2^30 places*" run carpet --r 2 --device cpu --init bad.rle
}

check_refused_options() {
    local base=(run carpet --r 2 --device cpu)
    write_glider
    runs "${base[@]}" --npy nine.npy --steps 1 --quiet
    fails 2 "usage error: --at 1,1: it says where a pattern goes: give --init FILE.rle" "${base[@]}" --init nine.npy --at 1,1
    fails 2 "usage error: --at 1: expected two whole numbers, X,Y" "${base[@]}" --init glider.rle --at 1
    fails 2 "usage error: --at 1,2,3: expected *" "${base[@]}" --init glider.rle --at 1,2,3
    fails 2 "usage error: --density has no effect beside --init: *" "${base[@]}" --init nine.npy --density 0.1
    fails 2 "usage error: --seed has no effect beside --init: *" "${base[@]}" --init nine.npy --seed 2
    fails 2 "usage error: --init a=nine.npy: ca has no field 'a' [(]the fields are alive)" "${base[@]}" --init a=nine.npy
    fails 2 "usage error: --init has no effect on workload rd: only ca and programs have steps" \
        "${base[@]}" --workload rd --init nine.npy
    fails 2 "usage error: nine.npy: field alive is given by numbers '|u1' or a mask '|b1' of shape (27, 27), *" \
        run carpet --r 3 --device cpu --init nine.npy
    fails 2 "usage error: --rle: field u of heat is no uN, and states are up to 255; --npy saves it" \
        "${base[@]}" --program heat --rle heat.rle
    fails 2 "usage error: --init glider.rle: a pattern has two axes and states up to 255: it is for fields uN*" \
        "${base[@]}" --program heat --init glider.rle
    fails 2 "usage error: --rle: a pattern has two axes, tetrahedron has three; --npy saves it" \
        run tetrahedron --n 4 --device cpu --rle t.rle
    fails 2 "usage error: --rle: the box has more than 2^30 places*" run sierpinski --r 16 --device cpu --rle t.rle
    fails 2 "usage error: --npy a.rle and --rle ./a.rle are the same file*" "${base[@]}" --npy a.rle --rle ./a.rle
    fails 2 "usage error: --npy f.u.csv and --series f.u.csv are the same file: give each one of its own" \
        "${base[@]}" --program wave --npy f.csv --series f.u.csv --every 1
    fails 2 "usage error: --rle -: standard output is the report's*" "${base[@]}" --rle -
    { head -c $((128 + 10)) nine.npy && printf '\1' && tail -c +$((128 + 12)) nine.npy; } >hole.npy
    fails 2 "usage error: hole.npy: field alive at (1, 1) is not 0, and there is no cell" "${base[@]}" --init hole.npy
    same "left over" "$(echo t.rle* heat.rle*)" "t.rle* heat.rle*"
}

check_maps
check_mask
check_pattern
check_large
check_programs
check_refused_texts
check_refused_options
finish
