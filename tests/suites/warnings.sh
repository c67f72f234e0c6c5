#!/usr/bin/env bash
# warnings.sh - gcc and clang have nothing to say of emitted C, conversions among it: standalone files, kernels alone, and
# the modules that a run with checkpoints compiles. Nor has g++ of the first two, as C++.
# labels: slow
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
exec cc "$@" -O0
SH
chmod +x "$CC"

# clean OPTIONS: all three are silent on what is emitted so. No name of kernels alone is any other text's: a second one like it, whose
# kernels have other names, stands behind it.
clean() {
    local compiler
    # shellcheck disable=SC2086  # the options are words
    runs emit $1 --target host -o text.c
    for compiler in gcc clang; do
        same "what $compiler says" "$("$compiler" "${checked[@]}" -Wno-unused-function text.c 2>&1 | head -n 5)" ""
    done
    same "what g++ says" "$(g++ -std=c++17 -x c++ -fsyntax-only -fopenmp -Wall -Wextra text.c 2>&1 | head -n 5)" ""
    # shellcheck disable=SC2046  # the options are words
    runs emit $(sed -E 's/ --(steps|seed|init-seed|density) [^ ]+//g; s/ --kernel-only//' <<<"$1") --kernel-only --target host -o text.c
    sed "s/$(sed -n 's/^#define NBB_OWN(own) \(.*\)##own$/\1/p' text.c)/&too_/g" text.c | cat text.c - >both.c
    same "what gcc says of two texts" "$(gcc "${checked[@]}" both.c 2>&1 | head -n 5)" ""
}

# quiet_run WORD...: on what it compiles. Of a module that has but some of the kernels not every function is called.
quiet_run() {
    rm -rf saved
    : >"$LOG"
    runs run "$@" --device cpu --steps 2 --checkpoint saved
    same "what the compilers say" "$(head -n 5 "$LOG")" ""
}

# The cases that take every branch of the host's templates, but for programs whose words on lanes say where they are, as u32.
ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs,tests} .
while read -r options; do
    clean "$options"
done < <(sed -nE '/(words|operations)[.]lua --map lanes/d; s/ [|] .*//; s/^host //p' tests/cover/cases.txt)

quiet_run sierpinski --r 6 --map lambda
quiet_run sierpinski --r 6 --map compact
quiet_run sierpinski --r 6 --map lanes
quiet_run triangle --n 70 --map lambda
quiet_run tetrahedron --n 20 --map enum
quiet_run carpet --r 3 --program sandpile --map compact
quiet_run carpet --r 3 --program heat --map lanes
finish
