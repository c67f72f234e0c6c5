#!/usr/bin/env bash
# warnings.sh - gcc and clang have nothing to say of emitted C, conversions among it: standalone files, kernels alone, and
# the modules that a run with checkpoints compiles. Nor has g++ of the first two, as C++.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
checked=(-std=c11 -fsyntax-only -fopenmp -Wall -Wextra -Wpedantic -Wconversion)
export CC=$scratch/cc LOG=$scratch/log CHECKED="${checked[*]} -Wno-unused-function" XDG_CACHE_HOME=$scratch/cache

# A compiler that looks first.
cat >"$CC" <<'SH'
#!/bin/bash
[[ $1 != --version ]] || exec cc --version
for file; do
    [[ $file != *.c ]] || for compiler in gcc clang; do "$compiler" $CHECKED "$file" 2>>"$LOG"; done
done
exec cc "$@"
SH
chmod +x "$CC"

# No name of kernels alone is any other text's: a second one like it, whose kernels have other names, stands behind it.
twice() {
    sed "s/$(sed -n 's/^#define NBB_OWN(own) \(.*\)##own$/\1/p' text.c)/&too_/g" text.c | cat text.c - >both.c
    same "what gcc says of two texts" "$(gcc "${checked[@]}" both.c 2>&1 | head -n 5)" ""
}

# clean WORD...: both compilers are silent on what `emit WORD...` prints, with a main and without.
clean() {
    local compiler more
    for more in "" --kernel-only; do
        runs emit "$@" $more --target host -o text.c
        for compiler in gcc clang; do
            same "what $compiler says" "$("$compiler" "${checked[@]}" text.c 2>&1 | head -n 5)" ""
        done
        [[ -z $more ]] || twice
        same "what g++ says" "$(g++ -std=c++17 -x c++ -fsyntax-only -fopenmp -Wall -Wextra text.c 2>&1 | head -n 5)" ""
    done
}

# quiet_run WORD...: on what it compiles. Of a module that has but some of the kernels not every function is called.
quiet_run() {
    rm -rf saved
    : >"$LOG"
    runs run "$@" --device cpu --steps 2 --checkpoint saved
    same "what the compilers say" "$(head -n 5 "$LOG")" ""
}

# Maps and their choices.
for words in "--map bb" "--map lambda" "--map compact" "--map lambda --intra lut" "--map lambda --intra unroll" \
    "--map compact --intra unroll" "--map lambda --hash arith" "--map lambda --tc=1" "--map lambda --tc=2" "--map lambda --tc=3" \
    "--map lambda --tc=4" "--map compact --tc=1" "--map compact --tc=4" "--map lanes" "--map lanes --buffers 1" \
    "--map lanes --steps-per-launch 2" "--map lanes --lanes 9" "--workload sw --map bb" "--workload sw --map lambda" \
    "--workload sw --map lanes" "--workload rd --map compact" "--workload rd --map lanes"; do
    read -ra options <<<"$words"
    clean sierpinski --r 7 "${options[@]}"
done
for name in carpet vicsek chandelier candy cantor bottles hfractal xfractal; do
    clean "$name" --r 4
    clean "$name" --r 3 --map lambda
done

# Simplices.
for words in "--map bb" "--map lambda --storage packed" "--map lambda --storage embedded" "--map lambda --from below" \
    "--map enum" "--workload rd --map lambda" "--workload sw --map enum"; do
    read -ra options <<<"$words"
    clean triangle --n 100 "${options[@]}"
    clean tetrahedron --n 40 "${options[@]}"
done
clean tetrahedron --n 40 --recursion branches
clean triangle --n 100 --workload edm --map lambda
clean triangle --n 100 --workload edm --map bb

# Programs.
for file in "$NBB_SOURCE_DIR"/programs/*.lua; do
    program=$(basename "$file" .lua)
    for map in bb compact lanes; do
        clean carpet --r 4 --program "$program" --map $map
    done
done
clean triangle --n 50 --program ising --map enum
clean tetrahedron --n 20 --program heat --set D=0.1 --map lambda

quiet_run sierpinski --r 6 --map lambda
quiet_run sierpinski --r 6 --map compact
quiet_run sierpinski --r 6 --map lanes
quiet_run triangle --n 70 --map lambda
quiet_run tetrahedron --n 20 --map enum
quiet_run carpet --r 3 --program sandpile --map compact
quiet_run carpet --r 3 --program heat --map lanes
finish
