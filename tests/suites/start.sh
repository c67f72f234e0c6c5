#!/usr/bin/env bash
# start.sh - how a run starts on a GPU, over the fake driver (unit/fake_driver.h), whose kernels do nothing: the plan is
# made before the context is, and made again where the memory that is free does not hold it; what fails is said.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_FAKE_DRIVER:?the fake driver}"
export NBBGEN_LIBCUDA=$NBB_FAKE_DRIVER NBBGEN_NVRTC=$NBB_FAKE_DRIVER XDG_CACHE_HOME=$scratch/cache

# Two states of the box take 118098 bytes, those of compact tiles 55 kB.
job=(run vicsek --r 5 --tc --device cuda --json --quiet)
export NBB_FAKE_MEMORY=200000
runs "${job[@]}"
same "map where all is free" "$(json map)" lambda
NBB_FAKE_TAKEN=81000 runs "${job[@]}"
same "map where enough is free" "$(json map)" lambda
NBB_FAKE_TAKEN=140000 runs "${job[@]}"
same "map where the box does not fit" "$(json map)" compact

# What is free is reported, and not what there is.
NBB_FAKE_TAKEN=190000 fails 4 "device or compiler error: vicsek at r = 5 with map lambda needs 118098 bytes *, the device has 10000 free; *" \
    run vicsek --r 5 --map lambda --device cuda --quiet
NBB_FAKE_MEMORY=100000 NBB_FAKE_TAKEN=90000 fails 4 "* the device has 10000 free; *" run vicsek --r 5 --map lambda --device cuda --quiet

# The context is made while the source is compiled; without a cache, and with one, where nothing is.
export NBB_FAKE_AWAIT=nvrtcCompileProgram
runs "${job[@]}" --no-cache
same "cache" "$(json cache)" miss
unset NBB_FAKE_AWAIT
runs "${job[@]}"
same "cache" "$(json cache)" hit
NBB_FAKE_FAIL=nvrtcCompileProgram runs "${job[@]}"
same "nothing compiled" "$(json cache)" hit

# Each part's failure.
job=(run vicsek --r 5 --tc --device cuda --quiet)
NBB_FAKE_FAIL=cuDevicePrimaryCtxRetain fails 4 "device or compiler error: cuDevicePrimaryCtxRetain: CUDA_ERROR_FAKE (as told)" "${job[@]}"
NBB_FAKE_FAIL=cuInit fails 4 "device or compiler error: cuInit: CUDA_ERROR_FAKE (as told)" "${job[@]}"
NBB_FAKE_DEVICES=0 fails 4 "device or compiler error: the CUDA driver has no device" "${job[@]}"
NBBGEN_NVRTC=/nowhere/libnvrtc.so fails 4 "device or compiler error: no NVRTC *" "${job[@]}"
NBBGEN_LIBCUDA=/nowhere/libcuda.so fails 4 "device or compiler error: no CUDA driver: */nowhere/libcuda.so*" "${job[@]}"
finish
