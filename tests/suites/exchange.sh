#!/usr/bin/env bash
# exchange.sh - copies that exchange come to what a brute force does with their states, on every kind of map and by CUDA's
# kernels in the emulator; what is written of a value is of the copy that has it; what exchanges nothing is refused.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
cp "$NBB_SOURCE_DIR/tests/programs/exchange.lua" .

# copies: seed, value, digest and energy of each, then how many attempts of each pair came through.
copies='import json, sys
run = json.load(sys.stdin)
for c in run["copies"]: print(c["seed"], c["values"]["T"], c["digest"], int(c["observe"]["e"]))
print(*(pair["accepted"] for pair in run["exchange"]["pairs"]))'

# exchanges DEVICE FRACTAL R OPTION...: in WANTED's words, of seed 5. real.lua has the energy as a real that a parameter makes.
sed 's/T = 2.0/J = 2.0, T = 2.0/; s/"2 \* pairs/"J * pairs/' exchange.lua >real.lua
exchanges() {
    runs run "$2" --r "$3" --program "${program-exchange.lua}" --device "$1" --seed 5 --sweep T=0.5,1,1.5,2,3 --steps 40 --exchange 3 \
        --digest --json --quiet "${@:4}"
    same "copies" "$(python3 -c "$copies" <<<"$out")" "$wanted"
}

wanted=$(python3 -B "$NBB_SOURCE_DIR/tests/oracle/exchange.py" carpet 2 3 40 5 0 0.5 1 1.5 2 3)
for options in "--map bb" "--map compact --every 7 --series rows.csv" "--map lanes --every 3 --average 9"; do
    read -ra words <<<"$options"
    exchanges cpu carpet 2 "${words[@]}"
done
same "the last row of T = 1.5" "$(grep '^1.5,40,' rows.csv)" "1.5,40,$(awk '$2 == 1.5 { print $4 }' <<<"$wanted")"

# Where a schedule fills arguments anew at each step the places of now are asked for.
sed 's/param = {/schedule = { J = "J + 0 * step" }, param = {/' real.lua >scheduled.lua
program=scheduled.lua exchanges cpu carpet 2

# What is added up with the value of a copy is added up again once the value has another state.
sed 's/observe = {/observe = { t = "sum(T * s)", m = "sum(s)",/' exchange.lua >sums.lua
runs run carpet --r 2 --program sums.lua --device cpu --sweep T=0.5,1,2 --own-noise --steps 30 --exchange 3 --every 3 --series sums.csv --quiet
same "rows whose t is not T m" "$(awk -F, 'NR > 2 && $5 != $1 * $4' sums.csv)" ""

# Copies with noise of their own are runs with seeds of their own, and one first state; so they exchange, too.
runs run carpet --r 2 --program exchange.lua --device cpu --seed 7 --sweep T=1,2,3 --own-noise --steps 5 --digest --json --quiet
found=$(python3 -c 'import json, sys; c = json.load(sys.stdin)["copies"][2]; print(c["seed"], c["digest0"], c["digest"])' <<<"$out")
runs run carpet --r 2 --program exchange.lua --device cpu --seed $((7 + (2 << 32))) --init-seed 7 --set T=3 --steps 5 --digest --json --quiet
same "a copy" "$found" "7 $(python3 -c 'import json, sys; c = json.load(sys.stdin); print(c["digest0"], c["digest"])' <<<"$out")"
plain=$wanted
wanted=$(python3 -B "$NBB_SOURCE_DIR/tests/oracle/exchange.py" carpet 2 3 40 5 1 0.5 1 1.5 2 3)
exchanges cpu carpet 2 --map lanes --own-noise
wanted=$plain

# With other seeds and another sweep beside, in batches of what must stand together; rates are of all copies.
sed 's/T = 2.0/J = 1.0, T = 2.0/; s/-2 \* field/-2 * J * field/' exchange.lua >two.lua
command="brute force"
all="" digests='import json, sys
for c in json.load(sys.stdin)["copies"]: print(c["seed"], c["values"]["T"], c["digest"], c["observe"]["e"])'
for seed in 5 6; do
    all+=$(python3 -B "$NBB_SOURCE_DIR/tests/oracle/exchange.py" carpet 2 3 40 $seed 0 0.5 1 1.5 2 3 | sed 6d)$'\n'
done
runs run carpet --r 2 --program two.lua --device cpu --seed 5..6 --sweep J=2,1 --sweep T=0.5,1,1.5,2,3 --steps 40 --exchange 3 \
    --batch 15 --npy x.npy --digest --json --quiet
same "copies with J = 1" "$(python3 -c "$digests" <<<"$out" | tail -n 10 | sort)" "$(sort <<<"${all%$'\n'}")"
like "its tries" "$(python3 -c 'import json, sys; print([p["tried"] for p in json.load(sys.stdin)["exchange"]["pairs"]])' <<<"$out")" \
    "\[24, 28, 24, 28\]"
runs run carpet --r 2 --program exchange.lua --device cpu --seed 5..6 --sweep T=0.5,1,1.5,2,3 --steps 40 --exchange 3 \
    --copy 4 --npy one.npy --quiet
same "a value's state" "$(cmp one.npy x.14.npy 2>&1)" ""
runs run carpet --r 2 --program exchange.lua --device cpu --sweep T=1,2 --steps 40 --exchange 3 --own-noise
like "report" "$out" "*exchange    T by e every 3 steps, accepted 0.[0-9]* of neighbours*"

# A checkpoint has all copies, what came of exchanges, and which copies are over; one that goes on does as if it had not ended.
# resumes OPTION...: 40 steps, and 24 steps and what is left of 40, come to the same.
resumes() {
    local all
    runs run carpet --r 2 --device cpu "$@" --steps 40 --series all.csv --digest --json --quiet
    all=$(python3 -c "$whole" <<<"$out")
    rm -rf saved
    runs run carpet --r 2 --device cpu "$@" --steps 24 --series parts.csv --checkpoint saved --every checkpoint=9 --quiet
    runs run --resume saved --device cpu --steps 40 --every 4 --series parts.csv --samples parts.npz --digest --json --quiet
    same "what it comes to" "$(python3 -c "$whole" <<<"$out")" "$all"
    same "its rows" "$(diff <(rows_in all.csv) <(rows_in parts.csv))" ""
}
whole='import json, sys
run = json.load(sys.stdin)
print([(c["seed"], c["values"], c["digest"], c.get("observe"), c.get("steps")) for c in run["copies"]], run.get("exchange"))'
sed 's/exchange =.*/stop = "e < 14",/' exchange.lua >stops.lua
resumes --program stops.lua --map compact --every 4 --seed 5..6 --sweep T=0.5,1,3
same "their steps" "$(python3 -c 'import json, sys; print([c["steps"] for c in json.load(sys.stdin)["copies"]])' <<<"$out")" "[32, 36, 32, 8, 40, 40]"
same "samples, also of the copy that was over" "$(python3 -c 'import zipfile; print(*zipfile.ZipFile("parts.npz").namelist())')" \
    "T.npy seed.npy step.npy e.npy provenance.json"
resumes --program exchange.lua --map lanes --every 4 --seed 5..6 --sweep T=0.5,1,1.5,2,3 --own-noise --exchange 3
fails 2 "usage error: saved/step-000000000024 does not fit: copies is 2 seeds; T = 0.5, 1, 1.5, 2, 3; noise of their own; exchange every 3 steps there, 2*" \
    run --resume saved --device cpu --sweep T=0.5,1,1.5,2,4 --steps 40
# One of the second batch has what came of the first one, too, whose last seeds share their value with it.
two=(--device cpu --steps 40 --every 4 --average 28)
swept=(run carpet --r 2 --program two.lua --seed 5..6 --sweep J=2,1,0.5 --sweep T=0.5,1,3 --own-noise --exchange 3 "${two[@]}")
runs "${swept[@]}" --series all.csv --csv all.json --json --quiet
single=$(python3 -c "$whole" <<<"$out")
runs "${swept[@]}" --series parts.csv --batch 12 --checkpoint batches --every checkpoint=25 --quiet
runs run --resume batches/step-000000000065 "${two[@]}" --series parts.csv --csv parts.json --json --quiet
same "copies in batches" "$(python3 -c "$whole" <<<"$out")" "$single"
same "their rows" "$(diff <(rows_in all.csv | sort) <(rows_in parts.csv | sort); diff <(rows_in all.json) <(rows_in parts.json))" ""
truncate -s 400 parts.csv
fails 2 "usage error: parts.csv: rows of copies that are over are missing before the checkpoint of step 25: *" \
    run --resume batches/step-000000000065 "${two[@]}" --series parts.csv
fails 2 "usage error: --steps 41: 12 copies are over after 40 steps in batches/step-000000000065, *" \
    run --resume batches/step-000000000065 "${two[@]/40/41}"
fails 2 "usage error: --samples x.npz: of 12 copies that are over *" run --resume batches/step-000000000065 "${two[@]}" --samples x.npz
runs run carpet --r 2 --program ising --seed 1..4 --sweep T=1,2 "${two[@]}" --csv all.csv --quiet
runs run carpet --r 2 --program ising --seed 1..4 --sweep T=1,2 "${two[@]}" --batch 6 --checkpoint seeds --every checkpoint=25 --quiet
fails 4 "device or compiler error: seeds/step-000000000065: has 2 copies side by side: * 1 at once (--batch)" \
    run --resume seeds/step-000000000065 "${two[@]}" --batch 1
runs run --resume seeds/step-000000000065 "${two[@]}" --csv parts.csv --quiet
same "rows of seeds" "$(diff <(rows_in all.csv) <(rows_in parts.csv))" ""
# An automaton observes nothing: of its copies that are over there is what is reported of them.
automaton=(--steps 6 --batch 1 --device cpu --digest --json --quiet)
runs run carpet --r 2 --seed 1..3 "${automaton[@]}" --checkpoint plain --every checkpoint=4
single=$(python3 -c "$whole" <<<"$out")
runs run --resume plain/step-000000000016 "${automaton[@]}"
same "copies of an automaton" "$(python3 -c "$whole" <<<"$out")" "$single"

base=(run carpet --r 2 --device cpu --steps 40 --program exchange.lua)
fails 2 "usage error: --exchange 3: program exchange exchanges copies with neighbouring values of T: give them by --sweep T=FROM..TO/COUNT" \
    "${base[@]}" --exchange 3 --seed 1..2
fails 2 "usage error: --exchange 3: an automaton does not say what is exchanged*" run carpet --r 2 --seed 1..2 --exchange 3
fails 2 "usage error: --exchange 3: heat does not say what is exchanged, as a program does by exchange = {*" \
    run carpet --r 2 --program heat --sweep D=0.1,0.2 --exchange 3
fails 2 "usage error: --sweep T=0..2/3: an exchange divides by T, and value 0 is 0" "${base[@]}" --exchange 3 --sweep T=0..2/3
fails 2 "usage error: --exchange 41: the run ends after 40 steps (--steps)" "${base[@]}" --exchange 41 --sweep T=1,2
fails 2 "usage error: --own-noise has no effect without --sweep of a parameter: *" "${base[@]}" --own-noise --seed 1..2
fails 2 "usage error: --verify and --exchange: *" "${base[@]}" --exchange 3 --sweep T=1,2 --verify
fails 2 "usage error: --exchange 3: 6 copies that exchange must stand side by side, and 5 do*" \
    "${base[@]}" --exchange 3 --sweep T=1,2,3 --seed 1..2 --batch 5
sed 's/"e" }/"e" }, stop = "e < 0"/' exchange.lua >stops.lua
fails 2 "usage error: --exchange 3: program stops ends copies by its stop*" "${base[@]/exchange.lua/stops.lua}" --exchange 3 --sweep T=1,2

# By CUDA's kernels.
use_gpus 1
program=real.lua exchanges cuda:0 carpet 2 --map lanes
# Within persistent launches, whose blocks wait for those of the other copy, if the GPU has room for all CLUSTERS at once; else by a kernel
# behind each launch. steps.lua has two planes, several steps a launch and no sublattices.
cat >steps.lua <<'END'
return program {
  state = { s = "u2" },
  neighbours = "moore",
  param = { T = 1.0 },
  init = { s = "uniform(4)" },
  update = "s = s + count(s == here.s) + (T > 1.2 ? 1 : 2);",
  observe = { e = "sum(s * s)", f = "pairs(here.s == there.s)" },
  exchange = { parameter = "T", energy = "e" },
}
END
# came_to DEVICE OPTION...: what a run comes to, and its rows.
came_to() {
    rm -f log.0
    NBB_STUB_ARCH=90 NBB_STUB_CLUSTERS=$clusters NBB_STUB_LOG=log runs run "${@:2}" --device "$1" --series rows.csv --digest --json --quiet
    python3 -c "$whole" <<<"$out"
    rows_in rows.csv
}
# Observables that ask for a parameter, and for where cells are.
sed 's/param *= *{/param = { k = 2,/; s/observe *= *{/observe = { odd = "sum(x % 2 == 0 ? s : -s)", near = "sum(s \&\& degree >= k)",/' "$NBB_SOURCE_DIR/programs/ising.lua" >asks.lua
for of in "carpet --r 3 --program asks.lua --sweep T=1.2,1.21,1.22 --sweep k=1,3 --every 4" \
    "carpet --r 4 --program ising --sweep T=1.2..1.25/5 --every 4" "carpet --r 4 --tile 3 --program ising --sweep T=1.2..1.25/5 --every 4" \
    "sierpinski --r 6 --program steps.lua --sweep T=0.5,1,1.5,2,3 --every 12"; do
    read -ra words <<<"$of --own-noise --steps 64 --exchange 2"  # a launch has two exchanges
    clusters=0
    wanted=$(came_to cpu "${words[@]}")
    for clusters in 20 4; do
        same "copies, $clusters clusters" "$(came_to cuda:0 "${words[@]}" --persistent cluster --block 32)" "$wanted"
        same "launches of TEMPER" "$(grep -c _temper log.0)" "$((clusters == 20 ? 0 : 32))"
    done
done
# NVRTC takes the kernels; the stub of a driver cannot load what it makes of them.
unset NBBGEN_NVRTC
nbbgen "${base[@]/cpu/cuda:0}" --exchange 3 --sweep T=1,2
like "message" "$err" "stub GPUs: /proc*"
finish
