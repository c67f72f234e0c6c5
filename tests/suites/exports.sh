#!/usr/bin/env bash
# exports.sh - --png and --npy: what the files hold, and what is said of them.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# The 4-byte number at offset $2 of file $1, most significant byte first.
number_at() { echo $((16#$(od -An -tx1 -j "$2" -N 4 "$1" | tr -d ' '))); }

# picture FILE WIDTH HEIGHT
picture() {
    same "signature" "$(head -c 8 "$1" | od -An -tx1)" " 89 50 4e 47 0d 0a 1a 0a"
    same "size" "$(number_at "$1" 16) x $(number_at "$1" 20)" "$2 x $3"
    like "end" "$(tail -c 8 "$1" | tr -d '\0')" "IEND*"
}

pictures() {
    runs run vicsek --r 6 --png small.png --device cpu
    same "standard error" "$err" ""
    picture small.png 729 729
    runs run sierpinski --r 14 --png large.png --device cpu --steps 1
    like "remark" "$err" "nbbgen: large.png: scaled down, a pixel stands for 8 x 8 cells"
    picture large.png 2048 2048
    runs run cantor --r 7 --png line.png --device cpu --quiet
    same "standard error" "$err" ""
    runs run vicsek --r 6 --png other.png --device cpu --steps 11
    cmp -s small.png other.png
    same "cmp of another state's picture" $? 1
    runs run vicsek --r 6 --png again.png --device cpu --map bb
    same "the same picture by another map" "$(cmp small.png again.png 2>&1)" ""
}

# Lanes add a tile's cells to its pixel at once where it lies in one: at 8 x 8 cells a pixel all tiles of side 8 and none of side
# 16, at 4 x 4 some of side 3.
scaled_pictures() {
    local options
    for options in "sierpinski --r 14 --tile 8" "vicsek --r 8 --tile 3" ${NBB_LONG:+"sierpinski --r 14 --tile 16" "chandelier --r 8"}; do
        # shellcheck disable=SC2086 # the options are words
        runs run $options --png lanes.png --device cpu --steps 1 --rule B02/S23
        # shellcheck disable=SC2086
        [[ -e ${options%% *}.png ]] ||
            runs run ${options/--tile*/} --png "${options%% *}.png" --device cpu --steps 1 --rule B02/S23 --map compact
        same "$options: cmp with the picture by map compact" "$(cmp lanes.png "${options%% *}.png" 2>&1)" ""
    done
    rm -f lanes.png sierpinski.png vicsek.png chandelier.png
}

# array FILE ROWS COLUMNS: a .npy file of 0 and 1, as many 1 as the last run's population.
array() {
    like "header" "$(head -c 128 "$1" | tr -d '\223\0\1')" \
        "NUMPYv{'descr': '|u1', 'fortran_order': False, 'shape': ($2, $3), } *"
    same "bytes" "$(stat -c %s "$1")" $((128 + $2 * $3))
    same "bytes of 1" "$(tail -c +129 "$1" | tr -d '\0' | wc -c)" "$(json population)"
    same "other bytes" "$(tail -c +129 "$1" | tr -d '\0\1' | wc -c)" 0
}

# The data of image data are those of the array.
images() {
    local begin
    runs run tetrix --r 4 --rule B1/S1,2 --steps 2 --npy y.npy --vti y.vti --device cpu --quiet
    like "header" "$(head -n 5 y.vti)" '*WholeExtent="0 16 0 16 0 16"*Scalars="alive"*type="UInt8" Name="alive"*'
    begin=$(grep -abo '^_' y.vti | cut -d : -f 1)
    same "data" "$(tail -c +$((begin + 10)) y.vti | head -c 4096 | cksum)" "$(tail -c +129 y.npy | cksum)"
    runs run sierpinski --r 3 --program wave --steps 1 --vti u.vti --device cpu --quiet
    like "fields" "$(cat u.*.vti | tr -d '\0')" '*type="Float32" Name="u"*'
    fails 2 "usage error: --vti: the box has more than 2^30 places; --npy saves its cells alone" run menger --r 7 --vti y.vti
    rm -f y.npy ./*.vti
}

# A state of three axes is drawn as the fractal is, its cells that live alone.
cubes() {
    runs run tetrix --r 4 --rule B1/S1 --density 1 --steps 0 --png y.png --device cpu --quiet
    runs render tetrix --r 4 -o z.png
    same "cmp of all cells with the fractal" "$(cmp y.png z.png 2>&1)" ""
    runs run tetrix --r 4 --program wireworld --steps 2 --png y.png --device cpu --quiet
    picture y.png "$(number_at z.png 16)" "$(number_at z.png 20)"
    rm -f y.png z.png
}

arrays() {
    runs run chandelier --r 5 --npy x.npy --json --device cpu
    like "remark" "$err" "nbbgen: x.npy: the box, array\[y\]\[x\]"
    array x.npy 32 243
    cp x.npy first.npy
    runs run chandelier --r 5 --npy x.npy --json --device cpu --map lambda --quiet
    same "the same array by another map" "$(cmp x.npy first.npy 2>&1)" ""
    runs run cantor --r 6 --npy x.npy --json --device cpu
    array x.npy 1 729
}

# Past 2^30 places, of few cells: the compact orthotope k^ceil(r/2) x k^floor(r/2), here 2^4 x 2^4.
large_arrays() {
    echo 'return fractal { layout = { "#...", "....", "....", "...#" } }' >"$scratch/far.lua"
    runs run "$scratch/far.lua" --r 8 --npy x.npy --json --device cpu --steps 2
    like "remark" "$err" "nbbgen: x.npy: the box is past 2^30 cells; the orthotope of cells instead, *omega_y*"
    array x.npy 16 16
}

# They replace what was there, and both may be had at once.
together() {
    echo old >both.png
    runs run vicsek --r 3 --png both.png --npy both.npy --json --quiet
    picture both.png 486 486
    array both.npy 27 27
    fails 1 "run-time error: ./absent/x.npy: cannot be created: *" run vicsek --r 3 --npy ./absent/x.npy --png not.png
    same "files left" "$(ls)" \
        "$(printf '%s\n' {again,large,line,other,small}.png {first,x}.npy both.{npy,png} | LC_ALL=C sort)"
}

pictures
scaled_pictures
arrays
images
cubes
large_arrays
together
finish
