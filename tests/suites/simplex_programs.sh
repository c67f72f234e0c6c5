#!/usr/bin/env bash
# simplex_programs.sh - programs on simplices, and automata of bytes, by emitted CUDA, which the emulator executes: by strips of a
# triangle, where some slabs touch the border and others do not, and cell by cell in place. Digests are those of map bb on the
# host, which --verify asks for. With NBB_QUICK=1 every other case.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
export NBB_EMU_BUILD=${NBB_BUILD_DIR:?}/emulator

cat >warm.lua <<'E2'
return program { state = { u = "f32" }, neighbours = "vonneumann", init = { u = "uniform()" }, update = "u += 0.2 * sum(u - here.u);" }
E2
cat >far.lua <<'E2'
return program { state = { p = "f64", c = "u5" }, neighbours = "moore", init = { p = "uniform()", c = "uniform(32)" },
  update = "p = 0.5 * p + sum(p / degree) / 16 + (first ? 1 : 0); c = c + count(c > here.c) + x - 2 * y + step + degree;" }
E2
cat >drawn.lua <<'E2'
return program { state = { s = "i32", v = "f32" }, neighbours = "triangular", init = { s = "uniform(9)", v = "uniform()" },
  update = "s = s + (chance(0.3) ? s[1, 1] : s[-1, 0]) + exists[0, 1]; v = max(v) * uniform();" }
E2

# agrees SUBJECT OPTIONS: text that is emitted so comes to the host's digest.
agrees() {
    local wanted
    # shellcheck disable=SC2086  # words
    runs run $1 --steps 6 --seed 5 --map bb --verify --digest --json --quiet --device cpu
    wanted="$(json digest) true"
    unlike "$1: first digest" "$(json digest0)" "$(json digest)"
    same "$1 by the host" "$(json digest) $(json verified)" "$wanted"
    # shellcheck disable=SC2086
    runs emit $1 --steps 6 --seed 5 $2 --target cuda -o x.cu
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" x.cu -o x -w && ./x >"$scratch/out"
    same "$1 $2" "$(json digest) true" "$wanted"
}

cases=("triangle --n 340 --program warm.lua|--map lambda --storage packed"
       "tetrahedron --n 21 --program rmw|--map lambda --storage packed"
       "triangle --n 351 --program drawn.lua|--map enum --storage packed"
       "triangle --n 101 --program rmw|--map lambda --storage embedded --from above"
       "triangle --n 333 --program far.lua|--map lambda --storage embedded"
       "triangle --n 61 --program warm.lua|--map lambda --from above"
       "triangle --n 340 --program warm.lua|--map enum --storage embedded"
       "triangle --n 70 --program warm.lua|--tile 16"
       "triangle --n 357 --rule B3/S23|--storage packed"
       "triangle --n 130 --program far.lua|--map lambda --storage packed"
       "triangle --n 342 --rule B0/S12|--map enum --storage embedded"
       "tetrahedron --n 9 --program far.lua --neighbours moore|--map enum")
for i in "${!cases[@]}"; do
    [[ -n ${NBB_QUICK:-} && $((i % 2)) -eq 1 ]] && continue
    agrees "${cases[i]%|*}" "${cases[i]#*|}"
done
finish
