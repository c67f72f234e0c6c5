#!/usr/bin/env bash
# standalones.sh - a program's kernels beside another's on a GPU: both emit each case as a file, nvcc compiles it, and the two run by
# turns, five times each. A row: milliseconds a step of OLD and NEW (medians), their ratio, the digest, which both must give.
#
#     NBBGEN=build/release/nbbgen tests/device/standalones.sh OLD [PATTERN]     NEW is NBBGEN; cases in which PATTERN occurs
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
old=$(realpath "${1:?a program}") new=$(realpath "$NBBGEN") pattern=${2:-}
programs=$(realpath "${BASH_SOURCE[0]%/*}/../programs")
cd "$work"
cat >"$work/cyclic.lua" <<'LUA'
return program { state = { s = "u3" }, neighbours = "moore", init = { s = "uniform(8)" },
                 update = "if (count(s == ((here.s + 1) & 7)) >= 2) s += 1;", observe = { zero = "sum(s == 0 ? 1 : 0)" } }
LUA
grep -F -- "$pattern" >cases <<CASES
sierpinski --r 17 --program ./cyclic.lua --map compact
carpet --r 8 --program ./cyclic.lua --map compact
carpet --r 8 --program epidemic --map compact
carpet --r 8 --program forest_fire --map compact
sierpinski --r 16 --map compact
sierpinski --r 16 --map lambda
carpet --r 8 --map compact
vicsek --r 8 --map compact
sierpinski --r 16 --map compact -w rd
triangle --n 32768 --storage bits
triangle --n 32768 --program wireworld --storage bits
triangle --n 32768 --program ising --storage bits
triangle --n 32768 --program forest_fire --storage bits
triangle --n 16384 --program potts --storage bits
tetrahedron --n 400 --storage bits
tetrahedron --n 1600 --storage bits
tetrahedron --n 1600 --program wireworld --storage bits
tetrahedron --n 800 --program ising --storage bits
tetrahedron --n 800 --program forest_fire --storage bits
triangle --n 16384 --storage packed
tetrahedron --n 1024 --program heat --set D=0.16 --storage packed
carpet --r 9 --map lanes --rule B36/S23
bottles --r 9 --map lanes
sierpinski --r 18 --map lanes
carpet --r 8 --program $programs/many_cases.lua
CASES

# make NAME PROGRAM CASE...: emits and compiles.
make() {
    "$2" emit "${@:3}" -o "$1.cu" >/dev/null 2>"$1.log"
    nvcc -O3 -arch=native "$1.cu" -o "$1" >>"$1.log" 2>&1
}
export -f make
n=0
while read -r case; do
    n=$((n + 1))
    echo "make old$n $old $case"
    echo "make new$n $new $case"
done <cases | xargs -P "$(nproc)" -I{} bash -c {} || true  # what cannot be had has no times

field() { { grep -oE "\"$2\": (\{\"median\": )?\"?[^,}\"]+" "$1" || echo "none: -"; } | tail -n 1 | sed -E 's/.*[: "]//'; }
median() { sort -g "$1" | sed -n 3p; }
n=0 failed=0
while read -r case; do
    n=$((n + 1))
    for _ in 1 2 3 4 5; do
        for side in old new; do
            timeout 60 "./$side$n" --steps 400 >"$side$n.out" 2>/dev/null || true
            field "$side$n.out" ms_per_step >>"$side$n.ms"
        done
    done
    a=$(median "old$n.ms") b=$(median "new$n.ms") digest=$(field "new$n.out" digest)
    [[ $(field "old$n.out" digest) == "$digest" ]] || { digest+=" differs"; failed=1; }
    printf '%-66s %9s %9s %6s  %s\n' "$case" "$a" "$b" "$(awk -v a="$a" -v b="$b" 'BEGIN { if (b > 0) printf "%.3f", a / b; else print "-" }')" "$digest"
done <cases
exit "$failed"
