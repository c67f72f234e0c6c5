#!/usr/bin/env bash
# roots.sh - the square roots of emitted distances against __fsqrt_rn, for all numbers of single precision from 0 to
# infinity, which is what sums of squares are: counts those that differ. Needs nvcc; or PROGRAM, which `roots.sh --build PROGRAM` has built elsewhere. A second.
#
#     NBBGEN=build/release/nbbgen tests/device/roots.sh [PROGRAM]
. "${BASH_SOURCE[0]%/*}/provenance.bash"

# Builds the program $1.
build() {
    "$NBBGEN" emit triangle --n 300 -w edm --target cuda --kernel-only -o "$work/roots.cu"
    cat >>"$work/roots.cu" <<'CU'
#include <cstdio>

// A thread four numbers, in the places of a vector.
__global__ void compare(unsigned long long *counts)
{
    const u32 first = (blockIdx.x * blockDim.x + threadIdx.x) * PIECE, infinity = 0x7f800000u;
    float roots[PIECE];
    for (u32 i = 0; i < PIECE; ++i) {
        roots[i] = __uint_as_float(min(first + i, infinity));
    }
    nbb_roots(roots);
    for (u32 i = 0; i < PIECE && first + i <= infinity; ++i) {
        const float from = __uint_as_float(first + i);
        if (__float_as_uint(roots[i]) != __float_as_uint(__fsqrt_rn(from))) {
            atomicAdd(&counts[1], 1ull);
        }
        if (nbb_range(from) <= NBB_ROOTS) {
            atomicAdd(&counts[0], 1ull);
        }
    }
}

int main()
{
    unsigned long long *counts, got[2];
    cudaMalloc((void **)&counts, sizeof got);
    cudaMemset(counts, 0, sizeof got);
    compare<<<(0x7f800000u / 4 + 256) / 256, 256>>>(counts);
    cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost);
    printf("%llu of 2139095041 square roots found in the plain range, %llu differ from it: %s\n", got[0], got[1],
           cudaGetErrorString(cudaGetLastError()));
    return got[1] != 0 || got[0] == 0;
}
CU
    nvcc -arch=sm_90 -O3 -w "$work/roots.cu" -o "$1"
}

if [[ ${1-} == --build ]]; then
    build "$2"
    exit
fi
provenance "$@"
[[ $# == 1 ]] || build "$work/roots"
"${1:-$work/roots}"
