#!/usr/bin/env bash
# roots.sh - the square roots of emitted distances against __fsqrt_rn, for all 2^32 numbers of single precision: counts
# those that differ. Needs nvcc; or PROGRAM, which `roots.sh --build PROGRAM` has built elsewhere. A second.
#
#     NBBGEN=build/release/nbbgen tests/device/roots.sh [PROGRAM]
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds the program $1.
build() {
    "$NBBGEN" emit triangle --n 300 -w edm --target cuda --kernel-only -o "$work/roots.cu"
    cat >>"$work/roots.cu" <<'CU'
#include <cstdio>

// A thread four numbers, in the places of a vector.
__global__ void compare(unsigned long long *counts)
{
    const u64 first = ((u64)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const float4 numbers = {
        __uint_as_float((u32)first), __uint_as_float((u32)first + 1), __uint_as_float((u32)first + 2), __uint_as_float((u32)first + 3)
    };
    const float4 roots = nbb_roots(numbers);
    const float *const got = &roots.x, *const from = &numbers.x;
    for (u32 i = 0; i < 4; ++i) {
        if (__float_as_uint(got[i]) != __float_as_uint(__fsqrt_rn(from[i]))) {
            atomicAdd(&counts[1], 1ull);
        }
        if (nbb_range(from[i]) <= NBB_ROOTS) {
            atomicAdd(&counts[0], 1ull);
        }
    }
}

int main()
{
    unsigned long long *counts, got[2];
    cudaMalloc((void **)&counts, sizeof got);
    cudaMemset(counts, 0, sizeof got);
    compare<<<1u << 22, 256>>>(counts);
    cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost);
    printf("%llu of 4294967296 square roots found without __fsqrt_rn, %llu differ from it: %s\n", got[0], got[1],
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
