#!/usr/bin/env bash
# pictures.sh - the live cells of each pixel as CUDA kernels count them, executed by the emulator: lanes, which add up whole tiles
# where they can, against lambda, which goes cell by cell.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"

# counts FILE OPTION...: into FILE.txt a line for each pixel with live cells after the emitted program's steps, at scales below and
# above a tile's side that divide it, are multiples of it, or neither.
counts() {
    local file=$1 launch
    runs emit "${@:2}" --target cuda --steps 2 -o "$file.cu"
    launch=$(grep -om 1 'nbb_[a-z0-9_]*_census<<<[0-9, ]*>>>' "$file.cu")
    sed -i 's/^int main(/static int run_steps(/' "$file.cu"
    cat >>"$file.cu" <<TEXT
int main(int count, char **words)
{
    enum { SIDE = 256 };
    static u32 live[SIDE * SIDE];
    u32 *pixels;
    const int status = run_steps(count, words);
    cudaMalloc((void **)&pixels, sizeof live);
    for (u32 scale : { 1u, 2u, 3u, 4u, 7u, 8u, 9u, 10u, 81u, 256u }) {
        cudaMemset(pixels, 0, sizeof live);
        ${launch/census/image}(state, scale, SIDE, pixels);
        cudaMemcpy(live, pixels, sizeof live, cudaMemcpyDeviceToHost);
        for (int pixel = 0; pixel < SIDE * SIDE; ++pixel) {
            if (live[pixel] > 0) {
                printf("at %u pixel %d: %u\n", scale, pixel, live[pixel]);
            }
        }
    }
    return status;
}
TEXT
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" "$file.cu" -o "$file" && "./$file" >"$file.out"
    same "exit code of $file" $? 0
    grep "^at " "$file.out" >"$file.txt"  # without the report
}

# alike LANES-OPTIONS DEFINITION OPTION...
alike() {
    # shellcheck disable=SC2086 # the options are words
    counts lanes "${@:2}" --map lanes --steps-per-launch 1 $1
    counts lambda "${@:2}" --map lambda
    same "cells that lanes count for pixels" "$(cmp lanes.txt lambda.txt 2>&1)" ""
    [[ $(wc -l <lanes.txt) -gt 100 ]]
    judge $? "pixels" "$(wc -l <lanes.txt)" "more than 100"
}

alike "--tile 8" sierpinski --r 7
alike "--tile 3" vicsek --r 5
alike "--tile 9 --lanes 5 --block 32" vicsek --r 5 --rule B0/S23
alike "--tile 3" chandelier --r 4
alike "--tile 1 --lanes 12" candy --r 3
finish
