#!/usr/bin/env bash
# simplex_programs.sh - programs on simplices by emitted CUDA, which the emulator executes: by strips of a triangle, where some
# slabs touch the border and others do not, and cell by cell in place. Digests are those of map bb on the host, which --verify
# asks for. With NBB_QUICK=1 every other case.
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

# agrees SIMPLEX N PROGRAM OPTION...: text that is emitted so comes to the host's digest.
agrees() {
    local wanted
    runs run "$1" --n "$2" --program "$3" --steps 6 --seed 5 --map bb --verify --digest --json --quiet --device cpu
    wanted="$(json digest) true"
    unlike "$3 on $1: first digest" "$(json digest0)" "$(json digest)"
    same "$3 on $1 by the host" "$(json digest) $(json verified)" "$wanted"
    runs emit "$1" --n "$2" --program "$3" --steps 6 --seed 5 "${@:4}" --target cuda -o x.cu
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" x.cu -o x -w && ./x >"$scratch/out"
    same "$3 on $1 ${*:4}" "$(json digest) true" "$wanted"
}

cases=("triangle 340 warm.lua --map lambda --storage packed" "tetrahedron 21 rmw --map lambda --storage packed"
       "triangle 351 drawn.lua --map enum --storage packed" "triangle 101 rmw --map lambda --storage embedded --from above"
       "triangle 333 far.lua --map lambda --storage embedded" "triangle 61 warm.lua --map lambda --from above"
       "triangle 340 warm.lua --map enum --storage embedded" "triangle 70 warm.lua --tile 16"
       "triangle 130 far.lua --map lambda --storage packed" "tetrahedron 9 far.lua --map enum --neighbours moore")
for i in "${!cases[@]}"; do
    [[ -n ${NBB_QUICK:-} && $((i % 2)) -eq 1 ]] && continue
    read -ra words <<<"${cases[i]}"
    agrees "${words[@]}"
done
finish
