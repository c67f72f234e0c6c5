#!/usr/bin/env bash
# check.sh - the maps that tensor cores or shuffles evaluate, against 64-bit integers: every tile at a low level, drawn ones at the largest.
#
#     check.sh emulator|host|nvcc "FRACTAL.lua MAP TC|EVAL TILE all|random"...
#
# Prints what differs and ends with 1; says nothing else. The emulator's cases are compiled as one program. nvcc: the results run on
# this machine's GPU.
set -euo pipefail
: "${NBB_EXACT:?tests/exact/exact.c, built}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d "${TMPDIR:-/tmp}/exact.XXXXXX")
trap 'rm -rf "$work"' EXIT

target=$1 spelling=cuda extension=cu texts=()
[[ $1 != host ]] || { spelling=host && extension=c; }
shift
for case; do
    text=$work/${#texts[@]}.$extension
    # shellcheck disable=SC2086 # its words
    "$NBB_EXACT" ${case%% *} $spelling ${case#* } >"$text"
    cat "$NBB_SOURCE_DIR/tests/exact/harness.cu" >>"$text"
    texts+=("$text")
    case $target in
        host) ${CC:-cc} -std=c11 "$text" -o "$work/$((${#texts[@]} - 1))" ;;
        nvcc) nvcc -arch=native "$text" -o "$work/$((${#texts[@]} - 1))" ;;
    esac
done
[[ $target != emulator ]] || "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" "${texts[@]}" -o "$work/all"
status=0
for ((i = 0; i < ${#texts[@]}; ++i)); do
    program=$work/$i
    [[ $target != emulator ]] || program=$work/all
    shift $((i > 0))
    NBB_EMU_PROGRAM=$i "$program" >"$work/log" || { echo "$target $1:"; cat "$work/log"; status=1; }
done
exit $status
