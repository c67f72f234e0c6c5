#!/usr/bin/env bash
# compile.sh - NVRTC compiles every kernel of the nine fractals for each architecture, and nvcc the standalone files; those
# of one fractal are also linked, the others' main is read but not compiled, for nvcc takes long. Then some of simplices.
# labels: slow
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
architectures=(sm_75 sm_80 sm_90 sm_120)

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

for fractal in fractals/*.lua; do
    grep -q 'return fractal' "$fractal" || continue
    for options in "ca bb" "ca lambda" "ca lambda --tc=4" "ca lambda --hash arith --intra unroll" \
                   "ca lambda --eval shuffle --hash shared --intra lut" "ca compact" "ca compact --tc=1" "ca compact --tc=4 --halo direct" \
                   "sw bb" "sw lambda" "sw lambda --tc=2" "sw compact" "rd bb" "rd lambda" "rd lambda --tc=3" "rd lambda --tc=4" \
                   "rd compact" "ca lanes" "sw lanes" \
                   "rd lanes"; do
        read -r workload map extra <<<"$options"
        words="$(basename "$fractal" .lua) --r 8 --workload $workload --map $map $extra"
        for architecture in "${architectures[@]}"; do
            echo "nvrtc $architecture $words"
        done
        echo "nvcc $words"
    done
done >"$work/cases"
for options in "ca bb" "ca lambda --storage packed --from below" "sw lambda --storage embedded --from above" "rd enum --tile 8"; do
    read -r workload map extra <<<"$options"
    for words in "triangle --n 300" "tetrahedron --n 60"; do
        words+=" --workload $workload --map $map $extra"
        echo "nvrtc sm_75 $words"
        echo "nvcc $words"
    done
done >>"$work/cases"
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'compile $1' bash <"$work/cases" >"$work/results"
passed=$(grep -c passed "$work/results" || true)
failed=$(($(wc -l <"$work/cases") - passed))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
