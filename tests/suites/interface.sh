#!/usr/bin/env bash
# interface.sh - what `emit --kernel-only` and `emit --json` say of kernels: their names, parameters and launches are those of
# the text and of a standalone's, and others' programs compile with it; every second choice, and with NBB_LONG=1 (the sweep) all.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

choices=("vicsek --r 6 --map compact" "cantor --r 4 --map bb -w sw" "sierpinski --r 5 --map lambda -w rd"
    "vicsek --r 6 --persistent grid" "sierpinski --r 12 --persistent cluster" "sierpinski --r 8 --map lanes --buffers 1"
    "carpet --r 3 --program ising" "carpet --r 3 --program ising --persistent no" "carpet --r 3 --program heat --map compact" "carpet --r 3 --program grayscott"
    "triangle --n 100 -w edm" "tetrahedron --n 100 --recursion branches" "triangle --n 90 --program sandpile")
mapfile -t choices < <(some 2 "${choices[@]}")

# The kernels of the last run as file $1 defines them, "NAME(TYPE NAME, ...)", without const and restrict, which do not matter to callers.
definitions() {
    tr '\n' ' ' <"$1" | grep -oE "$(json name)_[a-z]+\([^)]*\) *\{" |
        sed -E 's/ *\{$//; s/const //g; s/(__)?restrict(__)? //g; s/ +/ /g; s/\( /(/; s/\* /*/g' | sort
}

# The same as the comment of file $1 has them, where long ones go on in a second line.
comment() {
    sed -nE '/^\/\/   nbb_[a-z0-9_]+\([^)]*$/ { N; s,\n// *, ,; }; s,^//   (nbb_[a-z0-9_]+\(.*\))$,\1,p' "$1" | sort
}

# The same as the JSON of the last run has them; arguments of programs are passed by address on the host.
described() {
    local i=0 name line
    while read -r name; do
        line=$(paste -d ' ' <(json "kernels.$i.parameters.*.type") <(json "kernels.$i.parameters.*.name") | paste -sd , | sed 's/,/, /g')
        echo "$name(${line//\* /*})"
        i=$((i + 1))
    done < <(json "kernels.*.name") | sort
}

# "KERNEL BLOCKS THREADS" of each kernel with one launch, by the constants of file $1 and by JSON.
by_constants() {
    sed -nE 's/^#define nbb_[a-z0-9_]+_([A-Z]+)_(THREADS|BLOCKS) ([0-9]+)$/\1 \2 \3/p' "$1" |
        awk '{ got[$1] = got[$1] " " $2 " " $3 } END { for (kernel in got) print kernel got[kernel] }' | grep BLOCKS | sort
}
by_json() {
    local i count
    for ((i = 0; i < ${count:=$(json_keys kernels)}; ++i)); do
        [[ $(json_keys "kernels.$i.launches") == 1 && $(json "kernels.$i.launches.0.blocks") != null ]] || continue
        json "kernels.$i."{kernel,launches.0.threads,launches.0.blocks} | paste -sd ' ' | sed -E 's/(.*) (.*) (.*)/\U\1 THREADS \2 BLOCKS \3/'
    done | sort
}

says_what_the_text_has() {
    local choice target file turns
    for choice in "${choices[@]}"; do
        for target in cuda host; do
            [[ $target == cuda || $choice != *persistent* ]] || continue
            file=kernels.$([[ $target == cuda ]] && echo cu || echo c)
            # shellcheck disable=SC2086  # the choice is words
            runs emit $choice --target $target --kernel-only --json -o "$file"
            same "comment" "$(comment "$file")" "$(definitions "$file")"
            same "JSON" "$(described)" "$(comment "$file")"
            same "state" "$(sed -n 's/^#define nbb_.*_STATE_BYTES \(.*\)ull/\1/p' "$file")" "$(json state_bytes)"
            turns=$(sed -n 's/^#define nbb_.*_TURNS \([0-9]*\).*/\1/p' "$file")
            same "launches of a step" "${turns:-1}" "$(json turns)"
            same "command" "$(header_command "$file")" "$(json command)"
            [[ $target == host ]] || same "launches" "$(by_json)" "$(by_constants "$file")"
        done
    done
}

# A standalone starts its kernels with these launches.
launches_are_a_standalones() {
    local choice
    for choice in "vicsek --r 6 --map compact" "vicsek --r 9 --persistent no" "carpet --r 4 --map bb"; do
        # shellcheck disable=SC2086
        runs emit $choice --json -o whole.cu
        same "launches" "$(grep -oE '_[a-z]+<<<[0-9]+, [0-9]+>>>' whole.cu | sed -E 's/^_([a-z]+)<<<([0-9]+), ([0-9]+)>>>/\U\1 THREADS \3 BLOCKS \2/' |
            sort -u)" "$(by_json | grep -E '^(INIT|STEP|REST|CENSUS) ')"
    done
}

# Other programs include the text: C sees the constants of CUDA's, nvcc all of it, and C all of the host's.
is_included() {
    local choice
    cat >other.c <<'TEXT'
#include "kernels.cu"
#include <stdio.h>
int main(void) { return printf("%s %llu %d\n", NBB_CENSUS_NAME, NBB_STATE_BYTES, (int)NBB_PROBE_BLOCKS(129)) < 0; }
TEXT
    cat >other.cu <<'TEXT'
#include "kernels.cu"
void start(u8 *state, u64 *counts) { NBB_CENSUS<<<NBB_CENSUS_BLOCKS, NBB_CENSUS_THREADS>>>(state, counts); }
TEXT
    runs emit vicsek --r 6 --map compact --kernel-only -o kernels.cu
    same "messages of C" "$(cc -std=c11 -Wall -Wextra -Wpedantic -Werror other.c -o other 2>&1)" ""
    same "what C reads" "$(./other)" "nbb_vicsek_ca_compact_r6_t3_census 94500 2"
    same "messages of nvcc" "$(nvcc -arch=sm_80 -c other.cu -o other.o 2>&1)" ""
    for choice in "carpet --r 3 --program ising" "tetrahedron --n 100 --recursion branches"; do
        # shellcheck disable=SC2086
        runs emit $choice --kernel-only --target host -o kernels.c
        same "messages of C" "$(cc -std=c11 -O0 -fopenmp -Wall -Wextra -c kernels.c -o kernels.o 2>&1)" ""
    done
}

# Several texts in one file, of C, of C++ and of CUDA; each one's names can be had behind all of them. A text of C says whether it
# is linked with -lm.
several_in_one() {
    local choice i=0 needs
    for choice in "vicsek --r 6 --map compact" "carpet --r 4 --map lanes --program potts" "sierpinski --r 5 --map lambda --tc" \
        "triangle --n 70 --program heat" "tetrahedron --n 20 --map enum" "triangle --n 100 -w edm" "sierpinski --r 8 --map lanes --program wave"; do
        i=$((i + 1))
        for target in cuda host; do
            # shellcheck disable=SC2086
            runs emit $choice --kernel-only --target $target -o $i.$target
            echo "#include \"$i.$target\"" >>all.$target
        done
        needs=
        cc -fopenmp -O0 -shared -fPIC -x c $i.host -o linked -Wl,-z,defs 2>/dev/null || needs=' -lm'
        like "what it is compiled with" "$(sed -n 's,^//   cc ,,p' $i.host)" "* program.c -o program$needs"
    done
    cat >>all.host <<'TEXT'
#include <stdio.h>
#define END "no macro stays"
int main(void)
{
    static nbb_arguments wave;  // the last one's
    static nbb_vicsek_ca_compact_r6_t3_nbb_arguments vicsek;
    wave.seed = vicsek.seed;
    printf("%s %llu %s", NBB_CENSUS_NAME, wave.seed, END);
#undef NBB_OWN
#define NBB_OWN(own) nbb_vicsek_ca_compact_r6_t3_##own
    return printf(" %s %d %d\n", NBB_CENSUS_NAME, NBB_STATE_BYTES == nbb_vicsek_ca_compact_r6_t3_STATE_BYTES,
                  NBB_STEP == nbb_vicsek_ca_compact_r6_t3_step) < 0;
}
TEXT
    for compiler in "cc -std=c11 -x c" "g++ -std=c++17 -x c++" ${NBB_LONG:+"clang++ -std=c++17 -x c++"}; do
        # shellcheck disable=SC2086
        same "messages of $compiler" "$($compiler -O0 -fopenmp -Wall -Wextra -Wno-unused-function all.host -o all -lm 2>&1 | head -n 5)" ""
        like "what it reads" "$(./all)" "nbb_sierpinski_wave_lanes_r8_*_census 0 no macro stays nbb_vicsek_ca_compact_r6_t3_census 1 1"
    done
    long nvcc_of_several
}

nvcc_of_several() {
    same "messages of nvcc" "$(nvcc -arch=sm_80 -x cu -c all.cuda -o all.o 2>&1 | head -n 5)" ""
}

images() {
    local form
    for form in ptx cubin fatbin; do
        runs emit vicsek --r 6 --map compact --$form --arch sm_80 --json -o image
        same "form" "$(json form) $(json architecture) $(json file)" "$form sm_80 image"
        same "the first kernel in it" "$(grep -c "$(json kernels.0.name)" image | sed 's/^[1-9][0-9]*$/some/')" some
    done
    runs emit vicsek --r 6 --json
    same "without a file" "$(json form) $(json architecture) $(json file) $(json arguments.bytes)" "source null null 16"
    runs emit vicsek --r 6 --workload sw --json
    same "arguments of no kernel" "$(json arguments)" null
    nbbgen emit vicsek --r 6 --json -o -
    like "error" "$code $(json error.message)" "2 --json and --output -: *"
    runs emit carpet --r 3 --program ising --json
    same "bytes of arguments" "$(($(json arguments.values | wc -c) - 1))" "$((2 * $(json arguments.bytes)))"
    like "seed, then the rest" "$(json arguments.values)" "0100000000000000*"
}

says_what_the_text_has
launches_are_a_standalones
is_included
several_in_one
images
finish
