#!/usr/bin/env bash
# check.sh - the maps that tensor cores or shuffles evaluate, against 64-bit integers: every tile at a low level, drawn ones at the largest.
#
#     check.sh emulator|host|nvcc FRACTAL.lua MAP TC|EVAL TILE all|random
#
# Prints what differs and ends with 1; says nothing else. nvcc: the result runs on this machine's GPU.
set -euo pipefail
: "${NBB_EXACT:?tests/exact/exact.c, built}" "${NBB_SOURCE_DIR:?}"
work=$(mktemp -d "${TMPDIR:-/tmp}/exact.XXXXXX")
trap 'rm -rf "$work"' EXIT

target=cuda
extension=cu
if [[ $1 == host ]]; then
    target=host
    extension=c
fi
"$NBB_EXACT" "$2" $target "${@:3}" >"$work/maps.$extension"
cat "$NBB_SOURCE_DIR/tests/exact/harness.cu" >>"$work/maps.$extension"
case $1 in
    host) ${CC:-cc} -std=c11 -O1 -fopenmp "$work/maps.c" -o "$work/maps" ;;
    nvcc) nvcc -arch=native "$work/maps.cu" -o "$work/maps" ;;
    emulator) "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" "$work/maps.cu" -o "$work/maps" ;;
esac
"$work/maps" >"$work/log" || { echo "$*:"; cat "$work/log"; exit 1; }
