#!/usr/bin/env bash
# compile.sh - NVRTC compiles the kernels of the nine fractals, and some of simplices and of programs, for sm_90, and every
# second by turns for another architecture; clusters of several blocks are of compute capability 9.0. nvcc compiles the standalone
# files of one fractal, and by turns those of the others; it links those of the first that ask for nothing but workload and
# map, and reads the main of the rest without compiling it, for that takes long. With NBB_COMPILE_ALL=1 no turns, with
# NBB_QUICK=1 every 60th of all these.
# labels: slow
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export work
# LeakSanitizer's own tracer crashes now and then on threads that NVRTC leaves behind; other suites look for leaks.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
main=sm_90
others=(sm_75 sm_80 sm_120)
clusters=(sm_90 sm_120)

# Runs "nvrtc ARCH OPTIONS" or "nvcc OPTIONS"; says "passed nvrtc ARCH", "passed nvcc" or failed.
compile() {
    local file how=$1
    file=$(mktemp "$work/kernel.XXXXXX") || exit 1
    shift
    if case $how in
        nvrtc) "$NBBGEN" emit "${@:2}" --cubin --arch "$1" -o "$file.cubin" && [[ -s $file.cubin ]] ;;
        nvcc) "$NBBGEN" emit "$@" -o "$file.cu" &&
                nvcc -arch=sm_80 $([[ $1 == sierpinski && $# == 7 ]] || echo -cubin) -Xcompiler -Wall,-Wextra -Werror all-warnings \
                    "$file.cu" -o "$file" ;;
    esac >"$file.log" 2>&1; then
        echo "passed $how$([[ $how == nvcc ]] || echo " $1")"
    else
        { echo "failed: $how $*"; head -20 "$file.log"; } >&2
        echo failed
    fi
    rm -f "$file" "$file".*
}
export -f compile

# Prints "nvrtc", "clusters" or "nvcc" and words of emit: who is to compile them.
list() {
    local fractal turn words workload program map extra first=0  # each fractal takes its turns one option later than the last one
    for fractal in fractals/*.lua; do
        grep -q 'return fractal' "$fractal" || continue
        turn=$((first++))
        for options in "ca bb" "ca lambda" "ca lambda --tc=4" "ca lambda --hash arith --intra unroll" \
                       "ca lambda --eval shuffle --hash shared --intra lut" "ca compact" "ca compact --tc=1" \
                       "ca compact --tc=4 --halo direct" "sw bb" "sw lambda" "sw lambda --tc=2" "sw compact" "rd bb" \
                       "rd lambda" "rd lambda --tc=3" "rd lambda --tc=4" "rd compact" "ca lanes" \
                       "ca lanes --resident grid" "ca lanes --crossed memory" \
                       "ca lanes --buffers 1 --steps-per-launch 1" "sw lanes" "rd lanes"; do
            read -r workload map extra <<<"$options"
            words="$(basename "$fractal" .lua) --r 8 --workload $workload --map $map $extra"
            [[ $extra != *grid ]] || words=${words/--r 8/--r 5}  # a GPU holds few tiles at once
            echo "nvrtc $words"
            [[ -z ${NBB_COMPILE_ALL:-} && $words != sierpinski* && $((turn % 9)) -gt 0 ]] || echo "nvcc $words"
            turn=$((turn + 1))
        done
    done
    for options in "ca bb" "ca lambda --storage packed --from below" "sw lambda --storage embedded --from above" \
                   "rd enum --tile 8" "edm lambda" "edm bb" "sw bb --chunk 16"; do
        read -r workload map extra <<<"$options"
        for words in "triangle --n 300" "tetrahedron --n 60"; do
            [[ $workload != edm || $words == triangle* ]] || continue
            printf "%s $words --workload $workload --map $map $extra\n" nvrtc nvcc
        done
    done
    for options in "ising bb" "grayscott lambda" "sandpile compact" "heat64 lanes" "grayscott lanes" "forest lanes"; do
        read -r program map <<<"$options"
        printf "%s carpet --r 6 --program tests/oracle/programs/$program.lua --map $map\n" nvrtc nvcc
    done
    echo "nvrtc triangle --n 300 --program tests/oracle/programs/wireworld.lua --map enum"
    echo "nvrtc tetrahedron --n 60 --program tests/oracle/programs/ising.lua --map lambda"
    for words in "triangle --n 2000" "tetrahedron --n 200"; do  # by bits, and by strips
        printf "%s $words --workload ca --storage bits\n" nvrtc nvcc
        printf "%s $words --program programs/ising.lua --storage bits\n" nvrtc nvcc
        echo "nvrtc $words --workload ca --storage packed"
        echo "nvrtc $words --program programs/heat.lua --set D=0.1 --storage embedded"
    done
    for words in "sierpinski --r 18" "candy --r 8 --buffers 1"; do  # more warps than places to turn words in
        echo "nvrtc $words --workload ca --map lanes --crossed memory"
    done
    for words in "sierpinski --r 12" "vicsek --r 8" "xfractal --r 8" "chandelier --r 9"; do
        echo "clusters $words --workload ca --map lanes --resident cluster"
    done
    for words in "sierpinski --r 9 --program programs/ising.lua" "carpet --r 5 --program programs/forest_fire.lua"; do
        echo "clusters $words --map lanes --resident cluster"
        printf "%s $words --map lanes --resident grid\n" nvrtc nvcc
    done
    echo "nvcc tetrahedron --n 60 --workload ca --map lambda --recursion branches"
}

# What compile is to be called with for lines of a list. The options of a fractal are one less than a multiple of twice the
# others' number, so that each meets all of these on six fractals.
with_architectures() {
    local how words turn=0 by_turns
    while read -r how words; do
        by_turns=()
        [[ $((turn % 2)) -gt 0 ]] || by_turns=("${others[turn / 2 % ${#others[@]}]}")
        [[ -z ${NBB_COMPILE_ALL:-} ]] || by_turns=("${others[@]}")
        case $how in
            nvrtc) printf "nvrtc %s $words\n" "$main" "${by_turns[@]}" && turn=$((turn + 1)) ;;
            clusters) printf "nvrtc %s $words\n" "${clusters[@]}" ;;
            nvcc) echo "nvcc $words" ;;
        esac
    done
}

# Says for how many files each architecture has compiled; fails where it was asked for another number, or for none.
report() {
    local architecture count asked code=0
    for architecture in "$main" "${others[@]}"; do
        count=$(grep -c "^passed nvrtc $architecture$" "$work/results" || true)
        asked=$(grep -c "^nvrtc $architecture " "$work/cases" || true)
        echo "NVRTC for $architecture: $count files"
        [[ $count -eq $asked && $count -gt 0 ]] || { echo "    expected $asked" && code=1; }
    done
    return $code
}

list >"$work/list"
[[ -z ${NBB_QUICK:-} ]] || { awk '++seen[$1] % 60 == 1' "$work/list" >"$work/few" && mv "$work/few" "$work/list"; }
with_architectures <"$work/list" >"$work/cases"
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'compile $1' bash <"$work/cases" >"$work/results"
passed=$(grep -c passed "$work/results" || true)
failed=$(($(wc -l <"$work/cases") - passed))
report || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
