#!/usr/bin/env bash
# compile.sh - NVRTC compiles every kernel of the nine fractals for the oldest architecture, and by turns for one of
# the newer ones; nvcc the standalone files of one fractal, which are also linked, and by turns those of the others,
# whose main is read but not compiled, for nvcc takes long. Then some of simplices. With NBB_COMPILE_ALL=1 no turns.
# labels: slow
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
oldest=sm_75
newer=(sm_80 sm_90 sm_120)

# Runs "nvrtc ARCH OPTIONS" or "nvcc OPTIONS"; says passed or failed.
compile() {
    local file how=$1
    file=$(mktemp "$work/kernel.XXXXXX") || exit 1
    shift
    if case $how in
        nvrtc) "$NBBGEN" emit "${@:2}" --cubin --arch "$1" -o "$file.cubin" && [[ -s $file.cubin ]] ;;
        nvcc) "$NBBGEN" emit "$@" -o "$file.cu" &&
                nvcc -arch=sm_80 $([[ $1 == sierpinski ]] || echo -cubin) -Xcompiler -Wall,-Wextra -Werror all-warnings \
                    "$file.cu" -o "$file" ;;
    esac >"$file.log" 2>&1; then
        echo passed
    else
        { echo "failed: $how $*"; head -20 "$file.log"; } >&2
        echo failed
    fi
    rm -f "$file" "$file".*
}
export -f compile

# list TURN WORDS: what compiles these words of emit, on this turn.
list() {
    local architecture
    echo "nvrtc $oldest $2"
    for architecture in "${newer[@]}"; do
        [[ -z ${NBB_COMPILE_ALL:-} && $architecture != "${newer[$1 % 3]}" ]] || echo "nvrtc $architecture $2"
    done
    [[ -z ${NBB_COMPILE_ALL:-} && $2 != sierpinski* && $(($1 % 9)) -gt 1 ]] || echo "nvcc $2"
}

first=0  # each fractal takes its turns one option later than the last one
for fractal in fractals/*.lua; do
    turn=$((first++))
    grep -q 'return fractal' "$fractal" || continue
    for options in "ca bb" "ca lambda" "ca lambda --tc=4" "ca lambda --hash arith --intra unroll" \
                   "ca lambda --eval shuffle --hash shared --intra lut" "ca compact" "ca compact --tc=1" "ca compact --tc=4 --halo direct" \
                   "sw bb" "sw lambda" "sw lambda --tc=2" "sw compact" "rd bb" "rd lambda" "rd lambda --tc=3" "rd lambda --tc=4" \
                   "rd compact" "ca lanes" "ca lanes --resident grid" "ca lanes --crossed memory" "ca lanes --buffers 1 --steps-per-launch 1" \
                   "sw lanes" "rd lanes"; do
        read -r workload map extra <<<"$options"
        level=$([[ $extra == *grid ]] && echo 5 || echo 8)  # a GPU holds few tiles at once
        words="$(basename "$fractal" .lua) --r $level --workload $workload --map $map $extra"
        list $((turn++)) "$words"
    done
done >"$work/cases"
for options in "ca bb" "ca lambda --storage packed --from below" "sw lambda --storage embedded --from above" "rd enum --tile 8" \
               "edm lambda" "edm bb"; do
    read -r workload map extra <<<"$options"
    for words in "triangle --n 300" "tetrahedron --n 60"; do
        [[ $workload != edm || $words == triangle* ]] || continue
        words+=" --workload $workload --map $map $extra"
        echo "nvrtc sm_75 $words"
        echo "nvcc $words"
    done
done >>"$work/cases"
for words in "sierpinski --r 12" "vicsek --r 8" "xfractal --r 8" "chandelier --r 9"; do  # clusters of several blocks
    for architecture in sm_90 sm_120; do
        echo "nvrtc $architecture $words --workload ca --map lanes --resident cluster"
    done
done >>"$work/cases"
for words in "sierpinski --r 18" "candy --r 8 --buffers 1"; do  # more warps than places to turn words in
    for architecture in sm_75 sm_90; do
        echo "nvrtc $architecture $words --workload ca --map lanes --crossed memory"
    done
done >>"$work/cases"
echo "nvcc tetrahedron --n 60 --workload ca --map lambda --recursion branches" >>"$work/cases"
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'compile $1' bash <"$work/cases" >"$work/results"
passed=$(grep -c passed "$work/results" || true)
failed=$(($(wc -l <"$work/cases") - passed))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
