#!/usr/bin/env bash
# copies.sh - an ensemble's copies are, bit for bit, the runs with a seed and values each: on a fractal and simplices, for an
# automaton and programs; and by CUDA's kernels in the emulator. random_programs.sh has them on every map and storage.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# copies WANTED: what each copy came to: its digests, population and observables.
of_copies='import json, sys
for c in json.load(sys.stdin)["copies"]: print(c["seed"], c["values"], c["digest0"], c["digest"], c["population"], c.get("observe"))'
of_run='import json, sys
c = json.load(sys.stdin); print(c["digest0"], c["digest"], c["population"], c.get("observe"))'

# agrees DEVICE WORK...: an ensemble of two seeds and, of ising, two temperatures, with the single runs on the host.
agrees() {
    local device=$1 seed value wanted="" set
    local sweep=() values=("")
    [[ "$*" != *ising* ]] || { sweep=(--sweep T=1.5,3) values=(1.5 3.0); }
    [[ "$*" != *fading* ]] || { sweep=(--sweep T=0.02,0.3) values=(0.02 0.3); }
    runs run "${@:2}" --device "$device" --seed 3..4 "${sweep[@]}" --digest --json --quiet
    local found
    found=$(python3 -c "$of_copies" <<<"$out")
    for value in "${values[@]}"; do
        for seed in 3 4; do
            set=()
            [[ -z $value ]] || set=(--set "T=$value")
            runs run "${@:2}" --device cpu --seed $seed "${set[@]}" --digest --json --quiet
            wanted+="$seed {${value:+'T': $value}} $(python3 -c "$of_run" <<<"$out")"$'\n'
        done
    done
    same "copies" "$found" "${wanted%$'\n'}"
}

agrees cpu vicsek --r 4 --map compact --steps 5
agrees cpu carpet --r 3 --map lanes --program ising --steps 4
agrees cpu sierpinski --r 5 --map lanes --steps 6
agrees cpu triangle --n 70 --map enum --storage bits --program ising --steps 4
agrees cpu tetrahedron --n 20 --map lambda --steps 4

# Copies that end, at steps of their own, change places with those that go on; the plan has two buffers, or one.
cat >fading.lua <<'END'
return program {
  state = { s = "u1" },
  neighbours = "vonneumann",
  param = { T = 0.3 },
  init = { s = "chance(0.4)" },
  update = "if (s && chance(T)) s = 0; else if (count(s) > 2 && chance(0.2)) s = 1;",
  observe = { rho = "sum(s)" },
  stop = "rho < 20",
}
END
agrees cpu carpet --r 3 --map compact --program fading.lua --steps 20
agrees cpu carpet --r 3 --map lanes --program fading.lua --steps 20
same "steps" "$(python3 -c 'import json, sys; print(*(c["steps"] for c in json.load(sys.stdin)["copies"]))' \
    <<<"$("$NBBGEN" run carpet --r 3 --program fading.lua --device cpu --seed 3..5 --sweep T=0.02,0.2,0.5 --steps 40 --every 3 --json --quiet)")" \
    "40 40 40 12 15 12 6 6 6"

# Batches change nothing, and files are of a copy each.
runs run carpet --r 3 --program ising --steps 4 --device cpu --sweep T=1,2 --seed 1..3 --csv all.csv --quiet
runs run carpet --r 3 --program ising --steps 4 --device cpu --sweep T=1,2 --seed 1..3 --csv parts.csv --npy x.npy --batch 4 --quiet
same "batches" "$(diff <(rows_in all.csv) <(rows_in parts.csv))" ""
same "files" "$(echo x.*)" "x.0.npy x.1.npy x.2.npy x.3.npy x.4.npy x.5.npy"
runs run carpet --r 3 --program ising --steps 4 --device cpu --set T=2 --seed 2 --npy one.npy --quiet
same "a copy's state" "$(cmp one.npy x.4.npy 2>&1)" ""

# Of two values that are swept, the last one changes first.
runs run carpet --r 3 --program ising --steps 4 --device cpu --sweep T=1,2 --sweep J=1,0.5,0.25 --digest --json --quiet
wanted="$(json copies.3.digest) $(json copies.3.values.T) $(json copies.3.values.J)"
runs run carpet --r 3 --program ising --steps 4 --device cpu --set T=2 --digest --json --quiet
same "copy of two values" "$wanted" "$(json digest) 2.0 1.0"

# Sizes are swept as batches, here of three copies: rows, series and states are those of an ensemble of each size.
rows_of() { awk -v r="$1" '/^#/ { next } seen++ { print r "," $0; next } r == 1 { print "r," $0 }' "$2"; }
swept=(run carpet --program ising --steps 6 --average 2 --every 2 --device cpu --sweep T=1,2 --seed 1..2 --quiet)
runs "${swept[@]}" --sweep r=1..3 --csv sizes.csv --series rows.csv --npy size.npy --batch 3
for r in 1 2 3; do
    runs "${swept[@]}" --r $r --csv size.csv --series row.csv --npy "of$r.npy"
    rows_of $r size.csv >>wanted.csv
    rows_of $r row.csv >>wanted_rows.csv
    same "a state of size $r" "$(cmp "of$r.3.npy" "size.$((4 * r - 1)).npy" 2>&1)" ""
done
same "sizes" "$(grep -v '^#' sizes.csv | diff - wanted.csv)" ""
same "rows of sizes" "$(rows_in rows.csv | sort | diff - <(sort wanted_rows.csv))" ""  # a batch has its rows by itself
runs run carpet --rule B3/S23 --steps 3 --seed 1..2 --sweep r=2,3 --device cpu --npy life.npy --digest --json --quiet
wanted=$(json copies.3.digest)
runs run carpet --rule B3/S23 --steps 3 --seed 2 --r 3 --device cpu --digest --json --quiet
same "an automaton of another size" "$wanted" "$(json digest)"

runs "${swept[@]}" --r 2
like "results, which are no remarks" "$out" "T = 1, seeds = 2*over seeds  e.mean = *T = 2, *over seeds  e.mean = *"

# By CUDA's kernels, a dimension of whose grid is the copies'.
use_gpus 1
agrees cuda:0 carpet --r 3 --map compact --program ising --steps 3
agrees cuda:0 carpet --r 3 --map lanes --program ising --steps 3
agrees cuda:0 sierpinski --r 5 --map lanes --steps 4
agrees cuda:0 triangle --n 70 --map lambda --steps 3

# The library's copies by the same kernels, with other values and seeds between steps.
command="test_copies"
same "the library's copies" "$(NBB_DEVICE=cuda:0 "${NBBGEN%/*}/tests/test_copies" 2>&1 | tail -n 1)" "[  PASSED  ] 6 test(s)."
finish
