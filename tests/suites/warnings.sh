#!/usr/bin/env bash
# warnings.sh - gcc and clang have nothing to say of emitted C, conversions among it: standalone files, kernels alone, and
# the modules that a run with checkpoints compiles. Nor has g++ of the first, as C++.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
checked=(-std=c11 -fsyntax-only -fopenmp -Wall -Wextra -Wpedantic -Wconversion)
light=$NBB_SOURCE_DIR/tests/tools/light cases=0
export CC=$scratch/cc LOG=$scratch/log CHECKED="${checked[*]} -Wno-unused-function -isystem $light" XDG_CACHE_HOME=$scratch/cache

# A compiler that looks first.
cat >"$CC" <<'SH'
#!/bin/bash
[[ $1 != --version ]] || exec cc --version
for file; do
    [[ $file != *.c ]] || for compiler in gcc clang; do "$compiler" $CHECKED "$file" 2>>"$LOG"; done
done
exec "${NBB_SOURCE_DIR:?}/tests/tools/cc_light" "$@"
SH
chmod +x "$CC"

# clean OPTIONS: gcc, clang and, as C++, g++ are silent on every 24th text that is emitted so; host.sh has gcc look at all. Without the long
# header of intrinsics, but for every 48th. Kernels alone go into one text after the other, with names of their own.
clean() {
    local compilers=("gcc ${checked[*]} -isystem $light" "clang ${checked[*]} -isystem $light"
        "g++ -std=c++17 -x c++ -fsyntax-only -fopenmp -Wall -Wextra -isystem $light") compiler
    [[ $((cases % 48)) -ne 0 ]] || compilers[0]="gcc ${checked[*]}"
    [[ $((cases++ % 24)) -eq 0 || -n ${NBB_LONG:-} ]] || compilers=()
    # shellcheck disable=SC2086  # the options are words
    [[ ${#compilers[@]} -eq 0 ]] || runs emit $1 --target host -o text.c
    for compiler in "${compilers[@]}"; do
        same "what ${compiler%% *} says" "$($compiler -Wno-unused-function text.c 2>&1 | head -n 5)" ""
    done
    # shellcheck disable=SC2046  # the options are words
    runs emit $(sed -E 's/ --(steps|seed|init-seed|density) [^ ]+//g; s/ --kernel-only//' <<<"$1") --kernel-only --target host -o text.c
    sed "s/$(sed -n 's/^#define NBB_OWN(own) \(.*\)##own$/\1/p' text.c)/&${cases}_/g" text.c >>all.c
}

# quiet_run WORD...: on what it compiles. Of a module that has but some of the kernels not every function is called.
quiet_run() {
    rm -rf saved
    : >"$LOG"
    runs run "$@" --device cpu --steps 2 --checkpoint saved
    same "what the compilers say" "$(head -n 5 "$LOG")" ""
}

# The cases that take every branch of the host's templates, but for programs whose words on lanes say where they are, as u32. All
# kernels are one file in the end: no name or macro of one is any other's.
ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs,tests} .
while read -r options; do
    clean "$options"
done < <(sed -nE '/(words|operations)[.]lua --map lanes/d; s/ [|] .*//; s/^host //p' tests/cover/cases.txt)
clean "sierpinski --r 4 --program tests/programs/counted.lua --map bb"  # && in ||
# For clang inline functions are unused, too, which kernels without a main may have.
same "what gcc says of all kernels" "$(gcc "${checked[@]}" all.c 2>&1 | head -n 5)" ""
same "what clang says of all kernels" "$(clang "${checked[@]}" -Wno-unused-function all.c 2>&1 | head -n 5)" ""

quiet_run sierpinski --r 6 --map lambda
quiet_run sierpinski --r 6 --map compact
quiet_run sierpinski --r 6 --map lanes
quiet_run triangle --n 70 --map lambda
quiet_run tetrahedron --n 20 --map enum
quiet_run carpet --r 3 --program sandpile --map compact
quiet_run carpet --r 3 --program heat --map lanes
finish
