#!/usr/bin/env bash
# lanes_programs.sh - programs of bits on map lanes: the brute force's digests (tests/oracle/programs.json), with several
# lanes, tiles and steps a launch, on the host and in the emulator, and the totals, which are counted in words.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
export NBB_EMU_BUILD=${NBB_BUILD_DIR:?}/emulator
programs=$NBB_SOURCE_DIR/tests/oracle/programs

# The cases: fractal, program, digest, and what else is given.
cases=("sierpinski ising 0x6ebd508d4636dd47 --r 6 --steps 20 --seed 11 --set T=1.5"
       "carpet ising 0x898782f91e724883 --r 4 --steps 12 --seed 12 --set T=1.48"
       "sierpinski ising 0xf8f3d585c2a9b36f --r 5 --steps 9 --seed 13 --neighbours triangular --set density=0.3"
       "vicsek ising 0x38498eb90e6c176b --r 3 --steps 7 --seed 14 --set T=0.7 --set J=-1"
       "carpet wireworld 0x20be6a4352961deb --r 4 --steps 30 --seed 18"
       "carpet forest 0x91f80b4ca94c0f0b --r 4 --steps 30 --seed 19"
       "sierpinski sandpile 0xe24b94da7ea93e11 --r 6 --steps 25 --seed 20")

# check CASE OPTION...: the digest of a run of the case with the options.
check() {
    local fractal program digest options
    read -r fractal program digest options <<<"$1"
    shift
    # shellcheck disable=SC2086  # options are words
    nbbgen run "$fractal" $options "$@" --program "$programs/$program.lua" --map lanes --device cpu --digest --json --quiet
    same "$program on $fractal $*" "$(json digest)" "$digest"
}

# emulate CASE OPTION...: the same of emitted CUDA.
emulate() {
    local fractal program digest options
    read -r fractal program digest options <<<"$1"
    shift
    # shellcheck disable=SC2086
    nbbgen emit "$fractal" $options "$@" --program "$programs/$program.lua" --map lanes --target cuda -o x.cu
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" x.cu -o x -w && ./x >"$scratch/out"
    same "emulated $program on $fractal $*" "$(json digest)" "$digest"
}

for case in "${cases[@]}"; do
    check "$case"
done
check "${cases[0]}" --lanes 9
same "totals of ising" "$(json observe.e) $(json observe.m)" "-420.0 7"
check "${cases[1]}" --lanes 8
same "totals of ising on the carpet" "$(json observe.e) $(json observe.m)" "-4916.0 -252"
check "${cases[5]}"
same "totals of forest" "$(json observe.fires) $(json observe.trees)" "161 1698"
check "${cases[6]}"
same "totals of sandpile" "$(json observe.grains) $(json observe.toppling)" "2609 676"
emulate "${cases[0]}"
same "emulated totals" "$(json observe.e) $(json observe.m)" "-420 7"
emulate "${cases[4]}" --crossed memory
if [[ -z ${NBB_QUICK:-} ]]; then
    for lanes in 1 27 729; do
        check "${cases[0]}" --lanes $lanes
    done
    for options in "--tile 1" "--tile 8" "--tile 8 --lanes 3"; do
        # shellcheck disable=SC2086
        check "${cases[0]}" $options
    done
    for options in "--tile 1" "--tile 3 --lanes 8" "--tile 9 --lanes 1" "--lanes 512"; do
        # shellcheck disable=SC2086
        check "${cases[1]}" $options
        check "${cases[5]}" $options
    done
    for steps in 1 2 4; do
        check "${cases[4]}" --steps-per-launch $steps
    done
    check "${cases[4]}" --tile 3 --lanes 512 --steps-per-launch 3
    emulate "${cases[0]}" --lanes 27
    emulate "${cases[2]}"
    emulate "${cases[3]}"
    emulate "${cases[4]}" --crossed registers --steps-per-launch 3
    emulate "${cases[6]}"
fi

# A threshold of its own for each of 128 values: 127 masks are handed to the function that draws.
cat >many.lua <<'LUA'
return program {
  state = { v = "u7" }, neighbours = "vonneumann", param = { p = 0.01 },
  init = { v = "uniform(128)" }, update = "if (chance(p * v[1, 0])) v += 3;",
}
LUA
many=(sierpinski --r 3 --steps 4 --program ./many.lua --map lanes)
runs run "${many[@]}" --device cpu --verify --digest --json
digest=$(json digest)
runs emit "${many[@]}" --target cuda -o many.cu
"$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" many.cu -o many -w && ./many >"$scratch/out"
same "emulated thresholds of 127 masks" "$(json digest)" "$digest"

fails 2 "usage error: --steps-per-launch 2: *each colour's turn is a launch" \
    run sierpinski --r 6 --program "$programs/ising.lua" --map lanes --steps-per-launch 2 --device cpu
fails 2 "usage error: --resident*has no effect on workload program: *" \
    run sierpinski --r 6 --program "$programs/ising.lua" --map lanes --resident yes --device cpu
fails 2 "usage error: --buffers 1 has no effect on workload program: *" \
    run sierpinski --r 6 --program "$programs/ising.lua" --map lanes --buffers 1 --device cpu
finish
