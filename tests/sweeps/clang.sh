#!/usr/bin/env bash
# clang.sh - clang builds the tree without a warning, and what it built runs and is right, on kernels that clang compiles.
# Constants of an enum may be factors of a double (-Wno-enum-float-conversion).
set -euo pipefail
: "${NBB_SOURCE_DIR:=$(readlink -f -- "${BASH_SOURCE[0]%/*}/../..")}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$NBB_SOURCE_DIR" -B "$work/build" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
    "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-enum-float-conversion" >/dev/null
cmake --build "$work/build" -j "$(nproc)" >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
export CC=clang XDG_CACHE_HOME=$work
"$work/build/nbbgen" run vicsek --r 5 --verify --device cpu
"$work/build/nbbgen" run carpet --r 3 --program ising --verify --device cpu
