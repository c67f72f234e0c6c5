#!/usr/bin/env bash
# simplex.sh - simplices: every cell is covered once by the maps as they are emitted, what list, info, check, render and
# run show, exports, and which options are refused. Of choices that must agree some, and with NBB_LONG=1 (the sweep) all.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"

# The map, its inverse and the rows of tiles of an emitted text, its names made its own by the prefix $1, and a check of
# them that counts how often each cell is met.
checked_map() {
    local z=0 depth=1 y=row inverse="place.x, place.y" tiles="u32 tile = 0; tile < TILES; ++tile" place=tile
    [[ $2 != tetrahedron ]] || { z="place.z * RHO + row / RHO" depth=SIDE y="row % RHO" inverse+=", place.z"; }
    [[ $1 != *branches ]] || { tiles="u32 tile = 0, level = 0; tile < TILES; level += ++tile == $1_level_first[level + 1]" place+=", level"; }
    sed -n '/^#define SIDE/,/^\/\/ Writes/p' | sed "\$d; s/\bnbb_/$1_/g; s/^#define \([A-Z_]*\)/#undef \1\n&/"
    cat <<C
static int $1_check(void)
{
    static unsigned char met[$depth][SIDE][SIDE];
    for ($tiles) {
        const $1_place place = $1_place_of($place);
        for (u32 row = 0; row < ROWS; ++row) {
            for (u32 at = 0; at < $1_row_cells(place, row); ++at) {
                ++met[$z][place.y * RHO + $y][place.x * RHO + at];
            }
        }
        if ($1_row_cells(place, 0) > 0 && $1_tile_at($inverse) != tile) {
            return 0;
        }
    }
    for (u32 i = 0; i < $depth * SIDE * SIDE; ++i) {
        const u32 x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        if (met[z][y][x] != (x + y + z < SIDE)) {
            return 0;
        }
    }
    return 1;
}
C
}

# Emits the maps of sides up to 512 with the smallest tiles, in one program that checks each: of all sides up to 20 and every 39th from there (of
# tetrahedra some up to 128), or where NBB_EVERY_SIDE is set (sweeps/simplex_all.sh) of all, by the other covers of every 13th. `nbbgen check` has
# the same map in C for all of them.
every_cell_is_met_once() {
    local n choice calls="" apart=39 deep="1 4 5 8 12 20 31 32 36 60 124 128"
    [[ -z ${NBB_EVERY_SIDE:-} ]] || apart=13 deep=$(seq 128)
    {
        printf '#include <math.h>\n#include <stdio.h>\n'
        printf 'typedef unsigned char u8;\ntypedef unsigned int u32;\ntypedef unsigned long long u64;\ntypedef u32 nbb_index;\n'
        for ((n = 1; n <= 512; ++n)); do
            for choice in "lambda --from below" "lambda --from above" "enum"; do
                [[ $((n % apart)) -eq 0 || $choice == *below && ($n -le 20 || -n ${NBB_EVERY_SIDE:-}) ]] || continue
                # shellcheck disable=SC2086  # the choice is words
                "$NBBGEN" emit triangle --n $n --tile 4 -w sw --storage packed --target host --kernel-only --map $choice |
                    checked_map "n${n}_${choice##* }" triangle | sed 's/n[0-9]*_[a-z]*_index/nbb_index/g'
                calls+="    wrong += !n${n}_${choice##* }_check() && printf(\"n = $n, $choice\\n\");"$'\n'
            done
        done
        # shellcheck disable=SC2086  # the sides are words
        for n in $deep; do
            for choice in "lambda --from below" "lambda --from above" "enum" "lambda --recursion branches"; do
                # shellcheck disable=SC2086  # the choice is words
                "$NBBGEN" emit tetrahedron --n $n --tile 4 -w sw --storage packed --target host --kernel-only --map $choice |
                    checked_map "t${n}_${choice##* }" tetrahedron | sed 's/t[0-9]*_[a-z]*_index/nbb_index/g'
                calls+="    wrong += !t${n}_${choice##* }_check() && printf(\"tetrahedron n = $n, $choice\\n\");"$'\n'
            done
        done
        printf 'int main(void)\n{\n    int wrong = 0;\n%s    printf("%%d wrong\\n", wrong);\n    return wrong != 0;\n}\n' "$calls"
    } >maps.c
    command="the emitted maps of sides up to 512"
    same "compilation" "$("${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Werror -Wno-unused-function -Wno-unused-parameter maps.c -o maps -lm 2>&1 | head -n 5)" ""
    same "checks" "$(grep -c 'wrong += ' maps.c)" "$([[ -n ${NBB_EVERY_SIDE:-} ]] && echo 1102 || echo 107)"
    same "verdict" "$(./maps)" "0 wrong"
    rm -f maps maps.c
}

shows() {
    runs list
    like "list" "$out" "*triangle     simplex, m = 2   largest n 1073741824*"
    runs list --json
    like "list" "$out" "*\"name\": \"triangle\","*"\"m\": 2"*
    runs check triangle
    like "check" "$out" "*/triangle.lua: a valid definition of triangle*m = 2*lambda and its inverse agree on every tile*"
    runs render triangle --n 3
    same "picture" "$out" "######"$'\n'"####  "$'\n'"##    "
    runs render triangle --n 5000 -o large.png
    like "remark" "$err" "nbbgen: the picture is scaled down, a pixel stands for 3 x 3 cells"
    runs info triangle
    like "info" "$out" "triangle (*)*simplex    m = 2*largest n  1073741824
on CUDA    bb 1482880; lambda from above 2097152; lambda from below 4194240; enum 4194240"
    runs info triangle --n 1500
    like "info" "$out" "*cells           1125750*bb *2250000 places, 1.999 times the cells; 2262016 threads;*from above *2162688 places, 1.921 times*\
packed 2162688*from below *1228800 places, 1.092 times the cells; 76800 threads;*packed 1228800 (the choice)*enum *1228800 places*"
    runs info triangle --n 1500 --json
    same "keys" "$(json_keys)" "name m largest_n path n cells from maps schedules"
    same "keys" "$(json_keys maps)" "bb above below enum"
    same "keys" "$(json_keys maps.bb)" "largest_n largest_n_host places threads embedded packed"
    same "figures" "$(json from) $(json maps.below.places) $(json maps.below.threads) $(json maps.above.packed) $(json maps.bb.packed)" \
        "below 1228800 76800 2162688 null"
    shows_borders
}

# Past a border info says so, and what it prints is no negative number.
shows_borders() {
    runs info tetrahedron --n 2097153
    same "negative numbers" "$(grep -c -- '-[0-9]' <<<"$out")" 0
    like "info" "$out" "*on CUDA    bb 12992; *lambda, branches 32768*bb *no kernel of sw past n = 2097151, on CUDA 12992
*from above *no kernel of sw past n = 2097152, on CUDA 32768*from below *1537299042537574400 places, 1 times the cells; no CUDA kernel of sw past \
n = 37488; a state packed 1537299042537574400 (the choice)*branches *no kernel of sw past n = 2097152, on CUDA 32768"
    runs emit tetrahedron --n 2097152 --workload sw --map lambda --from above --target host
    fails 2 "*; the largest n that fits so is 2097152" emit tetrahedron --n 2097153 --workload sw --map lambda --from above \
        --target host
    runs info tetrahedron --n 2097153 --json
    same "figures" "$(json maps.above.places) $(json maps.above.threads) $(json maps.below.places) $(json maps.below.threads) $(json maps.below.largest_n)" \
        "null null 1537299042537574400 null 37488"
    long shows_levels
    runs info carpet --r 15 --json
    same "largest levels" "$(json largest_r.bb) $(json largest_r.lambda) $(json largest_r.lanes)" "12 13 16"
}

shows_levels() {
    runs info carpet --r 15
    like "info" "$out" "*bb  *bytes a state; no CUDA kernel past r = 12*lambda  *; no CUDA kernel past r = 13*lanes  *bytes a state"
}

# Volumes for any number of axes; examples/simplices.txt is what the program says for m = 2 to 8.
volumes() {
    local m
    for m in 2 3 4 5 6 7 8; do
        runs info simplex --m $m
        [[ $m -eq 2 ]] || echo
        echo "$out"
    done >simplices.txt
    same "the table" "$(diff simplices.txt "$NBB_SOURCE_DIR/examples/simplices.txt")" ""
    rm simplices.txt
    runs info simplex --m 3 --arity 3 --n 1024 --json
    same "keys" "$(json_keys) $(json_keys set)" "m n simplex box set paper best searched ratio arity volume overhead \
overhead_limit n0 n0_all"
    same "figures" "$(json m) $(json n) $(json simplex) $(json best.arity) $(json best.overhead)" "3 1024.0 178956800.0 2 0.0"
    fails 2 "usage error: nbbgen info simplex: --m is missing: *" info simplex
    fails 2 "usage error: --m 13: expected a whole number from 2 to 12" info simplex --m 13
    fails 2 "usage error: --ratio 1: expected a number between 0 and 1, and neither" info simplex --m 3 --ratio 1
    runs info simplex --m 2 --ratio 0.999
    like "past a double" "$out" "*set *ratio 0.999, arity 2: a volume past 1.8e+308 (without limit), *"
    runs info simplex --m 2 --ratio 0.999 --json
    same "past a double" "$(json set.volume) $(json set.overhead)" "null null"
    runs info simplex --m 3 --n 2
    like "two sides" "$out" "simplex *: 1 cells, *paper's    ratio 0.550321, arity 2: *searched   ratios from 0.7071 to 1 by 1e-05, *"
    runs info simplex --m 6
    like "paper" "$out" "*paper's * (0.2786% without end), suffices at the sides ratio^-i from 6453, at all from 3234*"
    fails 2 "usage error: --n 1: a set covers the cells *; expected an n of 2 or more" info simplex --m 2 --n 1
    fails 2 "usage error: --ratio 0.9999999: a set of side n = 65536 has 110903543 levels; expected a ratio with at most 1000000, *" \
        info simplex --m 2 --ratio 0.9999999
    fails 2 "usage error: --n0 100: *; expected n0^2 at most n" info simplex --m 3 --n0 100 --n 200
    fails 2 "usage error: --ratio has no effect on triangle: it is of 'nbbgen info simplex'" info triangle --ratio 0.5
}

reports() {
    runs run triangle --n 300 --verify --digest --json --device cpu
    same "keys" "$(json_keys)" "schema simplex m from places threads n cells workload rule steps seed density map storage schedule tc tile choices \
target device population0 population digest0 digest verified ms_per_step cells_per_second updates_per_second \
bytes_per_step memory_bytes compile_ms cache provenance files"
    same "figures" "$(json simplex) $(json m) $(json storage) $(json from) $(json n) $(json cells) $(json tile) $(json places) $(json threads)" \
        "triangle 2 packed below [300,300] 45150 [64,64] 61440 null"
    runs run triangle --n 300 -w sw --map bb --device cpu --verify
    like "report" "$out" "triangle n = 300: 300 x 300 box, 45150 cells*map         bb, embedded storage, 1.99 places a cell*"
    runs run triangle --n 3000 -w rd --steps 2 --device cpu --verify
    like "remark" "$err" "*in windows about cells drawn at random"
}

# One state, whatever the map, storage, cover and tile; the files of it too.
maps_agree() {
    local choice choices digest=
    mapfile -t choices < <(some 2 "" "--storage embedded --from above" "--map compact" "--map enum --tile 32" "--map bb" "--storage bits" \
        "--storage bits --map enum")
    for choice in "${choices[@]}"; do
        # shellcheck disable=SC2086  # the choice is words
        runs run triangle --n 150 --rule B1/S12 --seed 5 --digest --json --quiet --device cpu --npy x.npy --png x.png $choice
        same "digest" "$(json digest)" "${digest:=$(json digest)}"
        same "sums of the files" "$(cat x.npy x.png | cksum)" "${sums:=$(cat x.npy x.png | cksum)}"
    done
    like "header" "$(head -c 128 x.npy | tr -d '\223\0\1')" "NUMPYv{'descr': '|u1', 'fortran_order': False, 'shape': (150, 150), } *"
    same "bytes of 1" "$(tail -c +129 x.npy | tr -d '\0' | wc -c)" "$(json population)"
}

# digest OPTION...: of ca on a triangle, verified.
digest() {
    runs run triangle --digest --verify --json --quiet --device cpu "$@"
    same "verified" "$(json verified)" true
    json digest
}

# spatial OPTION...: the same on a tetrahedron.
spatial() {
    runs run tetrahedron --rule B5,6,7,8/S4,5,6,7,8,10 --density 0.3 --steps 5 --digest --verify --json --quiet --device cpu "$@"
    same "verified" "$(json verified)" true
    json digest
}

# Storage bits: sides about a word, a tile and three tiles; rules of 0 to 8 neighbours; steps about those of a launch.
bits_agree() {
    local i=0 n wanted rules=(B2/S23 B0/S8 B3/S23 B0123478/S34678 B1357/S02468 B/S012345678 B0/S) steps=(19 1 8 9 16 7)
    local sides="1 31 33 1919 64 961${NBB_LONG:+ 2 32 65 1921}"  # at 1919 a tile has none below it where the one left of it has
    local tetrahedra="33 70${NBB_LONG:+ 1}"
    [[ -z ${NBB_EVERY_SIDE:-} ]] || sides="$(seq 70) $(seq 952 961) 992 $(seq 1912 1921) 2881"
    [[ -z ${NBB_EVERY_SIDE:-} ]] || tetrahedra=$(seq 70)
    local choices=("" "--from above" "--map enum") one
    command="run --storage bits"
    for n in $sides; do
        one=(--n "$n" --rule "${rules[i % 7]}" --steps "${steps[i % 6]}")
        # shellcheck disable=SC2086  # the choice is words
        same "digest of $n ${choices[i % 3]}" "$(digest "${one[@]}" --storage bits ${choices[i % 3]})" "$(digest_of triangle "${one[@]}" --storage packed; echo "$digest")"
        i=$((i + 1))
    done
    for n in 40 ${NBB_EVERY_SIDE:+2040}; do  # of the last one some slabs are cells alone, and are not masked
        runs emit triangle --n $n --steps 10 --rule B3/S023 --storage bits -o bits.cu
        emulated bits.cu || continue
        like "emulated" "$out" \
            "*\"digest\": \"$(digest --n $n --steps 10 --rule B3/S023 --storage packed)\", \"verified\": true*"
    done
    for n in $tetrahedra; do
        wanted=$(spatial --n "$n" --map bb)
        for choice in "${choices[@]}"; do
            # shellcheck disable=SC2086  # the choice is words
            same "digest of $n $choice" "$(spatial --n "$n" --storage bits $choice)" "$wanted"
        done
    done
    runs emit tetrahedron --n 45 --steps 5 --density 0.3 --rule B5,6,7,8/S4,5,6,7,8,10 --storage bits -o bits.cu
    if emulated bits.cu; then
        like "emulated" "$out" "*\"digest\": \"$(spatial --n 45 --storage packed)\", \"verified\": true*"
    fi
    rm -f bits bits.cu
}

# The same in space, with 26 neighbours.
maps_of_tetrahedra_agree() {
    local choice choices digest="" sums=""
    mapfile -t choices < <(some 2 "" "--storage packed" "--storage embedded --from above --tile 4" "--map enum" "--map bb" "--storage bits --map enum")
    for choice in "${choices[@]}"; do
        # shellcheck disable=SC2086  # the choice is words
        runs run tetrahedron --n 40 --rule B5,6,7,8/S4,5,6,7,8,10 --density 0.3 --digest --verify --json --quiet --device cpu \
            --npy x.npy --png x.png $choice
        same "rule, shape, digest" "$(json rule) $(json n) $(json digest)" \
            "B5,6,7,8/S4,5,6,7,8,10 [40,40,40] ${digest:=$(json digest)}"
        same "sums of the files" "$(cat x.npy x.png | cksum)" "${sums:=$(cat x.npy x.png | cksum)}"
    done
    like "header" "$(head -c 128 x.npy | tr -d '\223\0\1')" "NUMPYv{'descr': '|u1', 'fortran_order': False, 'shape': (40, 40, 40), } *"
    same "bytes of 1" "$(tail -c +129 x.npy | tr -d '\0' | wc -c)" "$(json population)"
    runs run tetrahedron --n 20 -w sw --device cpu --verify
    like "report" "$out" "tetrahedron n = 20: 20 x 20 x 20 box, 1540 cells*"
    runs info tetrahedron --n 1024
    like "info" "$out" "*cells           179481600*from above *187432960 places, 1.044 times*branches *217137152 places, 1.21 times*"
    runs check tetrahedron
    like "check" "$out" "*m = 3*lambda and its inverse agree on every tile*"
}

# Three branches, a launch a level: every workload as in one pass, and all cells where the emulator executes the launches.
branches() {
    local workload choice digest
    for workload in "-w sw" ${NBB_LONG:+"-w rd --seed 5"} "--rule B5,6,7,8/S4,5,6,7,8,10 --density 0.3"; do
        digest=
        for choice in "" "--recursion branches" "--recursion branches --storage embedded --tile 4"; do
            # shellcheck disable=SC2086  # the choice is words
            runs run tetrahedron --n 40 --digest --verify --json --quiet --device cpu $workload $choice
            same "digest" "$(json digest) $(json verified)" "${digest:=$(json digest)} true"
        done
        same "from, launches, places" "$(json from) $(json launches) $(json places)" "above 5 56576"
    done
    for choice in "--n 64 --storage packed" ${NBB_LONG:+"--n 128 --storage embedded"}; do
        # shellcheck disable=SC2086  # the choice is words
        runs emit tetrahedron -w sw --recursion branches --tile 4 --steps 1 $choice -o branches.cu
        emulated branches.cu || continue
        like "emulated" "$out" "*\"verified\": true*"
    done
    runs run tetrahedron --n 40 --recursion branches --device cpu
    like "report" "$out" "*lambda, tiles of 16 x 16 x 16, from above in 3 launches, packed storage*"
    rm -f branches branches.cu
}

# A template whose cut rows are one cell short is found.
short_rows_are_found() {
    mkdir -p wrong/shared
    sed 's/SIDE - before < RHO ? SIDE - before/SIDE - before < RHO ? SIDE - before - 1/' \
        "$NBB_SOURCE_DIR/templates/shared/simplex_map.in" >wrong/shared/simplex_map.in
    fails 5 "verification failed: nbb_triangle_sw_*: * cells were written, there are 45150" \
        run triangle --n 300 -w sw --verify --quiet --device cpu --templates wrong
    rm -r wrong
}

refuses() {
    fails 2 "usage error: nbbgen run: --n is missing: how many cells a side, from 1 to 1073741824 for triangle?" run triangle
    fails 2 "usage error: --r has no effect on triangle: a simplex has no levels: give its side, --n" run triangle --r 3
    fails 2 "usage error: --r has no effect on triangle: *" info triangle --r 3
    fails 2 "usage error: --n has no effect on vicsek: a fractal's side is s^r: give --r" run vicsek --n 9
    fails 2 "usage error: --from below has no effect on vicsek: *" emit vicsek --r 3 --from below
    fails 2 "usage error: --hash table has no effect on triangle: a simplex has no replicas" run triangle --n 9 --hash table
    fails 2 "usage error: --eval unrolled has no effect on triangle: *" run triangle --n 9 --eval unrolled
    fails 2 "usage error: --block 64 has no effect on triangle: a simplex is not stored in lanes" run triangle --n 9 --block 64
    fails 2 "usage error: --tc=1 has no effect on triangle: *" run triangle --n 9 --tc=1 --device cpu
    fails 2 "usage error: --tc has no effect on map enum: *" run triangle --n 9 --tc --map enum --device cpu
    fails 2 "usage error: --tc contradicts --storage bits: *" run triangle --n 9 --tc --storage bits --device cpu
    fails 2 "usage error: --tc: --recursion branches *" run tetrahedron --n 9 --tc --recursion branches --device cpu
    fails 2 "usage error: --tc: numbers of a side of 75000 tiles *" run triangle --n 300000 --tile 4 -w sw --tc --device cpu
    fails 2 "usage error: --map lanes cannot be had on triangle: a simplex has no replicas for lanes; its bits are storage bits; \
use bb, lambda, compact or enum" run triangle --n 9 --map lanes --device cpu
    fails 2 "usage error: --storage lanes cannot be had on triangle: *; use embedded, packed or bits" run triangle --n 9 \
        --storage lanes --device cpu
    fails 2 "usage error: --from below has no effect on map enum: only lambda needs powers of two" emit triangle --n 9 \
        --map enum --from below
    fails 2 "usage error: --recursion one-pass has no effect on map bb: only lambda is recursive" emit tetrahedron --n 9 \
        --map bb --recursion one-pass
    fails 2 "usage error: --recursion branches has no effect on map enum: *" emit tetrahedron --n 9 --map enum --recursion branches
    fails 2 "usage error: --recursion branches has no effect on triangle: lambda takes one pass there; *" emit triangle --n 9 \
        --recursion branches
    fails 2 "usage error: --from below: --recursion branches covers from above alone, *" emit tetrahedron --n 9 --from below \
        --recursion branches
    fails 2 "usage error: --recursion branches has no effect on vicsek: *" run vicsek --r 3 --recursion branches
    fails 2 "usage error: --tile 8 has no effect on map bb: *" emit triangle --n 9 --map bb --tile 8
    fails 2 "usage error: --tile 3: a tile of triangle is one of 4, 8, 16, 32, 64, 128 cells a side" emit triangle --n 9 --tile 3
    fails 2 "usage error: --n 0: expected a whole number from 1 to 1073741824" emit triangle --n 0
    fails 2 "usage error: --map enum: a square root in double precision tells the rows of at most 134217727 tiles a side \
apart, triangle at n = 1073741824 has 268435456; the largest n so is 536870908; *" \
        emit triangle --n 1073741824 --map enum --tile 4 --target host
    fails 2 "usage error: triangle at n = 1073741824 with map lambda needs a grid of 40032005337325 blocks, CUDA allows 2147483647; \
the largest n that has one so is 7864200; larger tiles (--tile) reach further" emit triangle --n 1073741824 --storage packed
    fails 2 "usage error: triangle at n = 1073741824 with map lambda needs a grid of 625501551403 blocks, CUDA allows 2147483647; \
the largest n that has one so is 62913600" emit triangle --n 1073741824
    runs emit triangle --n 4194240 -w sw
    fails 2 "usage error: triangle at n = 4194241 *; the largest n that has one so is 4194240; *" emit triangle --n 4194241 -w sw
    fails 4 "device or compiler error: triangle at n = 10000000 with map lambda, bits, needs * bytes, the device has *" \
        run triangle --n 10000000 --device cpu
    fails 2 "usage error: --tile 64: a tile of tetrahedron is one of 4, 8, 16 cells a side" emit tetrahedron --n 9 --tile 64
    fails 2 "usage error: --n 3000000000: *" emit tetrahedron --n 3000000000
    fails 2 "usage error: --n 4000000: a side of tetrahedron is from 1 to * cells" emit tetrahedron --n 4000000
    fails 2 "usage error: rule \"B5/S4,5\": expected * (a rule reads B2/S23)" emit triangle --n 9 --rule B5/S4,5
}

every_cell_is_met_once
shows
volumes
reports
maps_agree
bits_agree
maps_of_tetrahedra_agree
branches
short_rows_are_found
refuses
finish
