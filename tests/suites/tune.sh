#!/usr/bin/env bash
# tune.sh - what `bench --tune` finds and remembers, and what `run --tuned` takes of it: choices on the processor, and the
# constants of a card over the fake driver (unit/fake_driver.h), whose clock says what it is given.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_FAKE_DRIVER:?the fake driver}"

# bench ARGUMENT...: a short sweep without the device's rates.
bench() { runs bench "$@" --device cpu --no-rates --samples 2 --quiet; }

# --tune keeps the best choice of each map, by device; run takes it only when asked.
tunes() {
    local -x XDG_CACHE_HOME=$scratch/tuned
    bench vicsek@4 -w rd --map bb,lambda --tile 3,9 --tc none --eval default --hash arith --intra default --tune --json -
    like "rows" "$(rows)" "4 rd bb ;4 rd lambda ;4 rd lambda --tile 3;4 rd lambda --tile 9;4 rd lambda *--hash arith;*"
    cp "$scratch/tuned/nbbgen/tuned.json" "$scratch/out"
    same "remembered" "$(json rows.0.map) $(json rows.1.map) $(json_keys rows)" "bb lambda 2"
    sed -i '/"map": "lambda"/s/"choice": "[^"]*"/"choice": "--tile 3"/' "$scratch/tuned/nbbgen/tuned.json"
    runs run vicsek --r 4 -w rd --map lambda --device cpu --json --tuned
    like "remark" "$err" "nbbgen: tuned: --tile 3, measured 20*Z by nbbgen *"
    same "tile" "$(json tile)" "[3,3]"
    runs run vicsek --r 4 -w rd --map lambda --device cpu --json
    same "tile unless asked" "$(json tile) $err" "[27,27] "
    bench vicsek@4 -w rd --map lambda --tile 9 --tc none --hash default --intra default --tune
    cp "$scratch/tuned/nbbgen/tuned.json" "$scratch/out"
    same "remembered" "$(rows | tr ';' '\n' | wc -l)" 2
    fails 2 "usage error: --tuned: */tuned.json holds nothing for vicsek at r = 5, workload rd, map lambda on *" \
        run vicsek --r 5 -w rd --map lambda --device cpu --tuned
    bench tetrahedron@6 --map lambda --storage embedded --from below --tile 4 --tune
    runs run tetrahedron --n 6 --map lambda --device cpu --json --tuned
    like "remark" "$err" "nbbgen: tuned: *, measured 20*Z by nbbgen *"
    bench triangle@6 --map compact --from below --tile 4 --tune
    runs run triangle --n 6 --map compact --device cpu --json --tuned
    like "remark and choice" "$err $(json map) $(json storage)" "nbbgen: tuned: *--storage packed*, measured * lambda packed"
    sed -i '/"map": "lambda"/s/--storage packed/--storage embedded/' "$scratch/tuned/nbbgen/tuned.json"
    fails 2 "*usage error: --map compact contradicts --storage embedded: *" run triangle --n 6 --map compact --device cpu --tuned
    fails 2 "usage error: --tuned: */tuned.json holds nothing for tetrahedron at n = 7, workload ca under B5/S4,5, map lambda on *" \
        run tetrahedron --n 7 --map lambda --device cpu --tuned
    fails 2 "usage error: --tuned: */tuned.json holds nothing for tetrahedron at n = 6, workload ca under B4/S4, map lambda on *" \
        run tetrahedron --n 6 --rule B4/S4 --map lambda --device cpu --tuned
    fails 2 "usage error: --tile and --tuned: *" run vicsek --r 4 --tile 3 --tuned --device cpu
    fails 2 "usage error: --tune searches, --set repeats *" bench --set m20 --tune
    echo "{" >"$scratch/tuned/nbbgen/tuned.json"
    fails 2 "usage error: */tuned.json:*: no JSON: *" run vicsek --r 4 -w rd --device cpu --tuned
    XDG_CACHE_HOME='' HOME='' fails 1 "run-time error: tuned choices are kept in the cache's folder: *" \
        run vicsek --r 4 -w rd --device cpu --tuned
}

tunes_distances() {
    local -x XDG_CACHE_HOME=$PWD/tuned
    bench triangle@30 -w edm --tune --map lambda --tile 4,8 --dimensions 2
    runs run triangle --n 30 -w edm --dimensions 2 --map lambda --tuned --device cpu --verify
    like "tuned" "$err" "*tuned: *measured *"
    fails 2 "*usage error: --tuned: * holds nothing for triangle at n = 30, workload edm, *" \
        run triangle --n 30 -w edm --map lambda --tuned --device cpu --quiet
    rm -r tuned
}

# fakes COMMAND ARGUMENT...: over the fake driver, where all that is measured takes $elapsed milliseconds.
elapsed=20
fakes() {
    local -x NBBGEN_LIBCUDA=$NBB_FAKE_DRIVER NBBGEN_NVRTC=$NBB_FAKE_DRIVER NBB_FAKE_MEMORY=100000000 NBB_FAKE_ELAPSED=$elapsed
    "$@"
}

searches=(bench sierpinski@4 --map lambda --tile 4 --tc none --hash default --intra default --tune --device cuda --no-rates
    --samples 2)

# measures ARGUMENT...: the card's constants.
measures() { fakes runs bench --tune --device cuda --no-rates --samples 2 "$@"; }

# Whatever is launched takes 20 ms, a sixteenth of that by 24 blocks of a rule's bits, or by bits of Ising's model from some size on.
tunes_cards() {
    local -x XDG_CACHE_HOME=$scratch/cards NBB_FAKE_FAST='BLOCK, 24[)]|tetrahedron_ising_lambda_n(128|256)_bits'
    fakes runs "${searches[@]}"
    like "remark" "$err" "nbbgen: plans use the constants of an H200: nbbgen bench --tune measures the constants of Fake GPU 0*"
    measures --json -
    like "wait" "$err" "*nbbgen: Fake GPU 0: block_ns becomes 2e+07 ns, from 210 (sierpinski *: a round 2e+07 ns, there 217)*"
    like "knob" "$err" "*: simplex.bits_resident\[3\] becomes 24 blocks, from 4 (tetrahedron *: 4 20 ms, 12 20 ms, 16 20 ms, 20 20 ms, 24 10 ms)*"
    like "side" "$err" "*: simplex.bits_drawing\[3\] becomes 91 cells a side, from 181 (tetrahedron *: at 64 20 ms and 20, at 128 20 ms and 10, *"
    like "none" "$err" "*: products\[3\].words stays 220 words a tile: sierpinski at r = 16 * needs *"
    like "kept" "$err" "*tuned.json: * constants of Fake GPU 0: *, simplex.bits_resident\[3\] 24, *remembered*"
    same "waits" "$(json cards.0.device): $(json cards.0.grid_ns) $(json cards.0.cluster_ns) $(json cards.0.block_ns)" \
        "Fake GPU 0: $((20000000 + 1350 - 1452)).0 $((20000000 + 330 - 754)).0 $((20000000 + 210 - 217)).0"
    cp "$XDG_CACHE_HOME/nbbgen/tuned.json" "$scratch/out"
    same "one card, and the rows" "$(json_keys cards) $(json_keys rows)" "1 1"
    takes_cards
    refuses_cards
    long tunes_older_cards
}

tunes_older_cards() {
    cp -r "$NBB_SOURCE_DIR/templates" "$scratch/templates"
    printf '%s\n' '$ if domain.m == 3 then' '#error planted' '$ end' >>"$scratch/templates/cuda/march.in"
    NBB_FAKE_CAPABILITY=8.0 fakes nbbgen bench --tune --device cuda --no-rates --samples 2 --templates "$scratch/templates"
    like "older card" "$err" "*: cluster_ns stays 330 ns: --persistent cluster: *"
    like "what fails does so when all is kept" "$code $err" "4 *: simplex.space_depth stays: *remembered*device or compiler error: nbb_tetrahedron_heat_*"
    like "table" "$(<"$scratch/out")" "*Fake GPU 0, driver *simplex.bits_resident\[3\] *24 blocks, by default 4*"
}

# Plans go by the constants, unless a choice is remembered. Waits of nothing make the plan of lanes wait often.
takes_cards() {
    local file=$XDG_CACHE_HOME/nbbgen/tuned.json
    sed -i '0,/"grid_ns"/s//"wide.turns_aim": 600, &/' "$file"  # by its former name
    fakes runs run tetrahedron --n 128 --program ising --device cuda --json --tuned
    like "former name" "$err" "*wide.cells_aim 600*"
    like "plan" "$(json storage) $err" "bits nbbgen: tuned: * constants of Fake GPU 0: *, simplex.bits_drawing\[3\] 91*; measured 20*Z by \
nbbgen *nbbgen: tuned: no choice for this work; the plan's own, by these constants*"
    fakes runs run tetrahedron --n 128 --program ising --device cuda --json
    unlike "usual plan" "$(json storage) $err" "bits *"
    sed -i 's/\("[a-z]*_ns": \)[^,}]*/\11.0/g' "$file"
    fakes runs run sierpinski --r 12 --rule B3/S23 --device cuda --json
    like "usual plan of lanes" "$(json tile) $err" "\[8,8\] *"
    fakes runs run sierpinski --r 12 --rule B3/S23 --device cuda --json --tuned
    like "plan of lanes" "$(json tile) $err" "\[2,2\] nbbgen: tuned: * constants of Fake GPU 0: grid_ns 1, cluster_ns 1, block_ns 1, *"
    fakes runs "${searches[@]}"
    like "search" "$err" "nbbgen: plans go by * constants of Fake GPU 0: grid_ns 1, *"
    fakes runs run sierpinski --r 4 --map lambda --device cuda --json --tuned
    like "choice" "$(json tile) $err" "\[16,16\] *nbbgen: tuned: the plan's own choice, *"
    bench vicsek@4 -w rd --map bb --tune
    cp "$file" "$scratch/out"
    same "cards stay, and a processor has none" "$(json_keys cards) $(json cards.0.device)" "1 Fake GPU 0"
}

# refused_card EDIT MESSAGE: the file is refused once it is edited so.
refused_card() {
    local file=$XDG_CACHE_HOME/nbbgen/tuned.json
    cp "$file" "$scratch/good.json"
    sed -i "$1" "$file"
    fakes fails 2 "usage error: */tuned.json: not a file of nbbgen bench: $2" run sierpinski --r 4 --device cuda --tuned
    mv "$scratch/good.json" "$file"
}

refuses_cards() {
    refused_card 's/"grid_ns": [^,]*,/"grid_ns": 0.0,/' "card 1 has no value that it may have of 'grid_ns'"
    refused_card 's/\(bits_resident\[3\]": \)24/\123/' "card 1 has no value that it may have of 'simplex.bits_resident\[3\]'"
    refused_card 's/"driver": [^,]*, //' "card 1 has no text 'driver'"
    refused_card 's/"cluster_ns": [^,]*,/"cluster_ns": "soon",/' "card 1 has no number 'cluster_ns'"
    refused_card 's/"grid_ns"/"tiers": 4, &/' "card 1 has * keys, of which * are known"
    refused_card 's/"cards": \[/"cards": [ 7,/' "card 1 has no text 'device'"
    refused_card 's/"cards": \[/"cards": 7, "x": [/' '"cards" is not an array'
    local card
    card=$(sed -n '/"cards"/{n;p}' "$XDG_CACHE_HOME/nbbgen/tuned.json")
    refused_card "s|\"cards\": \[|&$card,|" "card 2 is the second of Fake GPU 0"
}

tunes
tunes_distances
tunes_cards
finish
