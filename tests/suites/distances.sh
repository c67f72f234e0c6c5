#!/usr/bin/env bash
# distances.sh - workload edm: distances of points from a file and of points that are drawn, by every map, on the host target
# and the emulator, and which options and files are refused.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"

# write_points COUNT DIMENSIONS TYPE C-TYPE: points.npy, where coordinate c of point i is (7 i + 13 c) mod 101 / 8.
write_points() {
    cat >write.c <<C
#include <stdio.h>
#include <string.h>
int main(void)
{
    char header[118];
    memset(header, ' ', sizeof header);
    header[sizeof header - 1] = '\n';
    const char *text = "{'descr': '$3', 'fortran_order': False, 'shape': ($1, $2), }";
    memcpy(header, text, strlen(text));
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, stdout);
    fwrite(header, 1, sizeof header, stdout);
    for (int i = 0; i < $1 * $2; ++i) {
        const $4 number = (i / $2 * 7 + i % $2 * 13) % 101 / ($4)8;
        fwrite(&number, sizeof number, 1, stdout);
    }
    return 0;
}
C
    cc write.c -o write && ./write >points.npy
}

# Distances: each map, storage and type of numbers gives the same, the brute force's; the matrix holds them.
distances() {
    local choice digest=
    write_points 150 3 '<f8' double
    cp points.npy doubles.npy
    write_points 150 3 '<f4' float
    for choice in "--points points.npy" "--points points.npy --storage embedded --from above" "--points points.npy --map enum --tile 16" \
        "--points points.npy --map bb --n 150" "--points doubles.npy --out f32 --tile 4"; do
        # shellcheck disable=SC2086  # the choice is words
        runs run triangle -w edm --verify --digest --json --quiet --device cpu --npy d.npy $choice
        same "digest" "$(json digest) $(json verified) $(json dimensions) $(json n)" "${digest:=$(json digest) true 3 [150,150]}"
        same "sum of the matrix" "$(cksum <d.npy)" "${sum:=$(cksum <d.npy)}"
    done
    like "header" "$(head -c 128 d.npy | tr -d '\223\0\1')" "NUMPYv{'descr': '<f4', 'fortran_order': False, 'shape': (150, 150), } *"
    same "row 0: 0, and the distance of points 0 and 1, sqrt(3) * 7 / 8" \
        "$(od -An -tf4 -j 128 -N 8 d.npy | tr -s ' ')" " 0 1.5155444"
    same "row 1 begins below the diagonal" "$(od -An -tf4 -j 728 -N 8 d.npy | tr -s ' ')" " 0 0"
    same "seed" "$(json seed)" null
    precisions
    rm -f write write.c ./*.npy
}

# Distances of f64, those of a file of doubles unless asked for otherwise, and of f16, which are those of f32 rounded.
precisions() {
    local choice
    runs run triangle -w edm --points doubles.npy --verify --digest --json --quiet --device cpu --npy d.npy
    same "f64" "$(json out) $(json verified) $(od -An -tf8 -j 136 -N 8 d.npy | tr -s ' ')" "f64 true  1.5155444566227676"
    local digest=$(json digest)
    for choice in "--map bb" "--map enum --storage embedded --tile 4"; do
        # shellcheck disable=SC2086  # the choice is words
        runs run triangle -w edm --points doubles.npy --out f64 --verify --digest --json --quiet --device cpu $choice
        same "f64 $choice" "$(json digest) $(json verified)" "$digest true"
    done
    runs run triangle -w edm --points doubles.npy --out f16 --verify --digest --json --quiet --device cpu --npy d.npy
    same "f16" "$(json out) $(json verified) $(json bytes_per_step)" "f16 true $((150 * 151 / 2 * 2))"
    like "header" "$(head -c 128 d.npy | tr -d '\223\0\1')" "NUMPYv{'descr': '<f2', *"
    same "row 0: 0, and 1.515625, which is 1552 / 1024, the half nearest to sqrt(3) * 7 / 8" \
        "$(od -An -tx2 -j 128 -N 4 d.npy | tr -s ' ')" " 0000 3e10"
}

# Points that are drawn: run and the programs that emit prints draw the same, by code of their own, and come to one digest; a program
# with a wrong kernel finds it.
drawn_distances() {
    local choice digest points="--n 150 --seed 5 --dimensions 3"
    for choice in "--out f32" "--storage embedded --tile 16" "--map bb" "--map enum" "--out f16" "--out f64"; do
        [[ $choice != --out* ]] || digest=
        # shellcheck disable=SC2086  # the choice is words
        runs run triangle -w edm $points $choice --verify --digest --json --quiet --device cpu
        same "seed, dimensions, digest" "$(json seed) $(json dimensions) $(json digest)" "5 3 ${digest:=$(json digest)}"
        # shellcheck disable=SC2086
        runs emit triangle -w edm $points $choice -o edm.cu
        if emulated edm.cu; then
            same "emulated" "$(json dimensions) $(json population) $(json digest) $(json verified)" "3 11175 $digest true"
        fi
        # shellcheck disable=SC2086
        runs emit triangle -w edm $points $choice --target host -o edm.c
        "${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -fopenmp edm.c -o program -lm && ./program >"$scratch/out"
        same "host" "$(json dimensions) $(json population) $(json digest) $(json verified)" "3 11175 $digest true"
    done
    runs run triangle -w edm --n 150 --seed 6 --digest --json --quiet --device cpu
    same "another seed" "$([[ $(json digest) != "$digest" ]] && echo differs)" "differs"
    runs emit triangle -w edm --n 150 --target host -o edm.c
    sed -i 's/sum + difference \* difference/sum + difference + difference/' edm.c
    "${CC:-cc}" -std=c11 -O1 edm.c -o program -lm && ./program >"$scratch/out" 2>wrong
    same "exit code" $? 5
    like "a wrong kernel" "$(json verified) $(<wrong)" "false cell (*): *, expected *"
    rm -f program edm edm.cu edm.c wrong
}

# Points of any number of axes: up to 8 have code of that many, which keeps them in registers.
axes_agree() {
    local axes outs=(f32 f16 f64) digest
    for axes in 1 2 5 8 9; do
        runs run triangle -w edm --n 90 --dimensions $axes --out "${outs[axes % 3]}" --map bb --verify --digest --json --quiet --device cpu
        digest=$(json digest)
        runs run triangle -w edm --n 90 --dimensions $axes --out "${outs[axes % 3]}" --digest --json --quiet --device cpu
        same "$axes axes on the host" "$(json digest)" "$digest"
        runs emit triangle -w edm --n 90 --dimensions $axes --out "${outs[axes % 3]}" -o edm.cu
        emulated edm.cu || continue
        same "$axes axes emulated" "$(json digest) $(json verified)" "$digest true"
    done
    rm -f edm edm.cu
}

refuses() {
    write_points 9 2 '<i8' long
    fails 2 "usage error: points.npy: expected little-endian float32 or float64 *; found {'descr': '<i8'*" run triangle -w edm \
        --points points.npy
    write_points 9 2 '<f4' float
    fails 2 "usage error: --n 10: points.npy holds 9 points" run triangle -w edm --points points.npy --n 10
    fails 2 "usage error: --workload edm: --n is missing, the number of points to draw, or --points, a .npy file of them" \
        run triangle -w edm
    fails 2 "usage error: --seed has no effect with --points: *" run triangle -w edm --points points.npy --seed 2
    fails 2 "usage error: --dimensions has no effect with --points: *" run triangle -w edm --points points.npy --dimensions 2
    fails 2 "usage error: --dimensions 65: expected a whole number from 1 to 64" run triangle -w edm --n 9 --dimensions 65
    fails 2 "usage error: --dimensions has no effect on workload ca: it is an option of edm" run triangle --n 9 --dimensions 2
    fails 2 "usage error: --seed has no effect on workload sw: it is an option of ca, rd and edm" run triangle -w sw --n 9 --seed 2
    fails 2 "usage error: --density has no effect on workload edm: *" run triangle -w edm --n 9 --density 0.2
    fails 2 "usage error: --out f16 has no effect on workload ca: it is an option of edm" run triangle --n 9 --out f16
    fails 2 "usage error: --points has no effect on workload ca: it is an option of edm" run triangle --n 9 --points points.npy
    fails 2 "usage error: --png has no effect on workload edm: *" run triangle -w edm --points points.npy --png x.png
    fails 2 "usage error: --points has no effect on a program of its own, which draws its points; *" emit triangle -w edm --points points.npy
    fails 2 "usage error: --workload edm: *; vicsek is none: use sw, rd or ca" emit vicsek --r 3 -w edm --points points.npy --kernel-only
    fails 2 "usage error: --workload edm: *; tetrahedron is none: use sw, rd or ca" run tetrahedron -w edm --points points.npy --device cpu
    fails 2 "usage error: --workload edm: *; tetrahedron is none: use sw, rd or ca" emit tetrahedron -w edm --n 9
    sed -i 's/(9, 2), }/(18,), } /' points.npy
    fails 2 "usage error: points.npy: expected *; found {*'shape': (18,), }" run triangle -w edm --points points.npy
    mkfifo pipe
    fails 2 "usage error: pipe: is no regular file, *" run triangle -w edm --points pipe
    write_points 9 2 '<f4' float
    truncate -s -1 points.npy
    fails 2 "usage error: points.npy: holds 71 bytes of numbers, its shape needs 72" run triangle -w edm --points points.npy
    echo no array >points.npy
    fails 2 "usage error: points.npy: no .npy file of version 1.0, 2.0 or 3.0 (numpy.save writes one)" run triangle -w edm --points points.npy
    fails 2 "usage error: absent.npy: cannot be opened: *" run triangle -w edm --points absent.npy
    write_points 2 65 '<f4' float
    fails 2 "usage error: points.npy: expected *, at most 64 dimensions; found *(2, 65)*" run triangle -w edm --points points.npy
    write_points 9 2 '<f4' float
    sed -i 's/const float number =/const float number = i == 7 ? __builtin_inff() :/' write.c
    cc write.c -o write && ./write >points.npy
    fails 2 "usage error: points.npy: coordinate 1 of point 3 is not finite in single precision" run triangle -w edm \
        --points points.npy
    rm -f write write.c points.npy pipe
}

distances
drawn_distances
axes_agree
refuses
finish
