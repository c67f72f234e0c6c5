#!/usr/bin/env bash
# series.sh - what a series of three observables every 10 steps costs a program; before that, that the GPU's series, fields
# and pictures are the processor's. Takes about a minute.
#
#     NBBGEN=build/dev/nbbgen tests/device/series.sh
#
# A line a program and fractal: microseconds a step without a series, with one, and the share that it adds. Exit code 1
# where a file differs.
set -euo pipefail
: "${NBBGEN:?the program}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
scratch=$(mktemp -d)
XDG_CACHE_HOME=$scratch CUDA_CACHE_PATH=$scratch
export XDG_CACHE_HOME CUDA_CACHE_PATH
trap 'rm -rf "$scratch"' EXIT
provenance "$@"

cat >"$scratch/spins.lua" <<'LUA'
return program {
  state = { s = "u1" }, neighbours = "vonneumann", order = "sublattices",
  param = { T = 2.0, density = 0.5 }, init = { s = "chance(density)" },
  update = "if (chance(exp(-2 * (2 * count(s == here.s) - degree) / T))) s = !s;",
  observe = { m = "sum(2 * s - 1)", e = "-pairs(here.s == there.s ? 1 : -1)", up = "sum(s)" },
}
LUA
cat >"$scratch/warm.lua" <<'LUA'
return program {
  state = { u = "f32" }, neighbours = "vonneumann", param = { D = 0.2 },
  init = { u = "uniform()" }, update = "u += D * sum(u - here.u);",
  observe = { mass = "sum(u)", least = "min(u)", most = "max(u)" },
}
LUA

# files DEVICE PROGRAM MAP: what a short run writes, in a folder of its own.
files() {
    mkdir -p "$scratch/$1"
    (cd "$scratch/$1" &&
        "$NBBGEN" run carpet --r 4 --program "../$2.lua" --device "$1" --map "$3" --steps 300 --series "$2.csv" --every 7 \
            --npy "$2.npy" --png "$2.png" --frames frames --quiet >/dev/null &&
        "$NBBGEN" run carpet --r 4 --program "../$2.lua" --device "$1" --map "$3" --steps 9 --init "$2.npy" --npy "$2.2.npy" \
            --quiet >/dev/null)
}

different=0
for program in spins warm; do
    for map in bb lambda compact lanes; do
        files cpu $program $map
        files cuda $program $map
        # Sums of reals may differ in their last digits.
        [[ $program == spins ]] || sed -Ei 's/([0-9]\.[0-9]{9})[0-9]*/\1/g' "$scratch"/{cpu,cuda}/$program.csv
        diff -r "$scratch/cpu" "$scratch/cuda" >&2 || different=1
    done
done
echo "files of the GPU and of the processor: $([[ $different -eq 0 ]] && echo the same || echo DIFFERENT)"

# A run's microseconds a step.
microseconds() { "$NBBGEN" run "$@" --device cuda --quiet --json | sed -n 's/^ *"median": \([0-9.e-]*\),.*/\1/p' | awk '{ print $1 * 1000 }'; }

while read -r fractal r program steps; do
    work=("$fractal" --r "$r" --program "$scratch/$program.lua" --steps "$steps")
    alone=$(microseconds "${work[@]}")
    watched=$(microseconds "${work[@]}" --series "$scratch/cost.csv" --every 10)
    awk -v n="$fractal $r $program" -v a="$alone" -v w="$watched" \
        'BEGIN { printf "%-22s %10.2f %10.2f %6.1f%%\n", n, a, w, 100 * (w / a - 1) }'
done <<'LIST'
sierpinski 20 spins 400
sierpinski 14 spins 4000
carpet 10 spins 400
sierpinski 18 warm 400
carpet 8 warm 1000
LIST
exit $different
