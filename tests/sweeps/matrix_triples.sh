#!/usr/bin/env bash
# matrix_triples.sh - the matrix' choices in threes on the host. Takes some minutes.
set -euo pipefail
: "${NBB_MATRIX:?}"
for fractal in sierpinski chandelier; do
    "$NBB_MATRIX" run cpu "$fractal"
done
