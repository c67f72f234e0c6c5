#!/usr/bin/env bash
# runs.sh - workloads run on the processor: the report's keys and figures, agreement of all maps, --verify, and where a
# run may start.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

head_keys="schema fractal k s r n cells workload rule steps seed density map storage schedule values tc tile choices target device"
head_keys+=" population0 population"
tail_keys="ms_per_step cells_per_second updates_per_second bytes_per_step memory_bytes compile_ms cache provenance files"

json_reports() {
    runs run vicsek --r 4 --json
    like "remark" "$err" "nbbgen: no GPU (no CUDA driver: /nowhere/libcuda.so: *): the host target runs it"
    same "keys" "$(json_keys)" "$head_keys $tail_keys"
    same "keys" "$(json_keys ms_per_step)" "median min max samples"
    same "defaults" \
        "$(json schema) $(json fractal) $(json workload) $(json rule) $(json steps) $(json seed) $(json density)" \
        "1 vicsek ca B2/S23 10 1 0.5"
    same "sizes" "$(json k) $(json s) $(json r) $(json n) $(json cells)" "5 [3,3] 4 [81,81] 625"
    same "choices" "$(json map) $(json tc) $(json target) $(json ms_per_step.samples)" "lanes null host 10"
    like "device" "$(json device)" "*, * thread*"
    runs run sierpinski --r 6 --tile 4 --lanes 9 --steps-per-launch 4 --json --quiet
    same "launches of 4 steps, the last with a rest" "$(json steps) $(json ms_per_step.samples)" "10 2"
    runs run sierpinski --r 9 --buffers 1 --json --verify --quiet
    same "keys" "$(json_keys)" "$head_keys verified ${tail_keys/compile/in_place compile}"
    same "in place" "$(json in_place)" true
    runs run vicsek --r 4 --json --digest --verify --device cpu
    same "keys" "$(json_keys)" "$head_keys digest0 digest verified $tail_keys"
    like "digest" "$(json digest)" "0x????????????????"
    same "verified" "$(json verified)" true
    like "remark" "$err" "nbbgen: verified: 6561 places compared with brute force, the whole box"
    runs run vicsek --r 4 -w rd --json --device cpu
    same "keys" "$(json_keys)" "${head_keys/ schedule values} sum ${tail_keys/ updates_per_second}"
    same "sum" "$(json sum) $(json rule) $(json seed)" "$(json population0) null 1"
    runs run vicsek --r 4 -w sw --json --device cpu
    same "keys" "$(json_keys)" "${head_keys/ schedule values} ${tail_keys/ updates_per_second}"
    same "population" "$(json population0) $(json population) $(json seed) $(json density)" "0 625 null null"
    runs run vicsek --r 4 --map lambda --tc --json --device cpu
    same "choices" "$(json map) $(json tc)" "lambda 4"
    runs run vicsek --r 4 --map bb --json --device cpu
    same "tile" "$(json tile)" null
    runs run vicsek --r 3 --seed 9223372036854775807 --density 1 --json --device cpu
    same "seed and population" "$(json seed) $(json density) $(json population0)" "9223372036854775807 1.0 125"
    runs run vicsek --r 3 --density 0 --json --device cpu
    same "population" "$(json population0) $(json population)" "0 0"
}

# --map says where threads go and --storage how cells are stored, on fractals and simplices; a name stands for both where
# it says both.
maps_and_storages() {
    local row domain options expected digest
    local -A digests=()
    for row in "vicsek --r 4 --storage embedded:lambda embedded" "vicsek --r 4 --map compact:compact packed" \
        "vicsek --r 4 --map lambda --storage packed:compact packed" "vicsek --r 4 --storage lanes:lanes lanes" \
        "triangle --n 50 --map compact:lambda packed" "triangle --n 50 --storage embedded:lambda embedded"; do
        options=${row%:*} expected=${row#*:}
        # shellcheck disable=SC2086  # the options are words
        runs run $options --digest --json --quiet --device cpu
        same "map and storage of $options" "$(json map) $(json storage)" "$expected"
        domain=${row%% *} digest=$(json digest)
        same "digest of $options" "$digest" "${digests[$domain]:=$digest}"
    done
    fails 2 "usage error: --map compact contradicts --storage embedded: *; storage embedded goes with map bb or lambda" \
        run vicsek --r 3 --map compact --storage embedded --device cpu
    fails 2 "usage error: --map lanes contradicts --storage packed: *" emit vicsek --r 3 --map lanes --storage packed
    runs emit vicsek --r 4 --map lambda --storage packed
    cp "$scratch/out" packed.cu
    runs emit vicsek --r 4 --map compact
    same "text" "$(cmp packed.cu "$scratch/out" 2>&1)" ""
    rm packed.cu
}

text_reports() {
    runs run vicsek --r 4 --quiet
    same "standard error" "$err" ""
    like "report" "$out" "vicsek r = 4: 81 x 81 box, 625 cells*workload    ca B2/S23, 10 steps*map         lanes, \
tiles of *, lanes storage*device *population *time *memory *module *"
    runs run vicsek --r 6 --buffers 1 --steps-per-launch 3 --device cpu --verify --npy one.npy --png one.png
    like "report" "$out" "*memory      18.6 kB, updated in place; a step moves 13.2 kB"$'\n'"*"
    runs run vicsek --r 6 --device cpu --npy two.npy --png two.png
    like "report" "$out" "*memory      32 kB; a step moves 32 kB"$'\n'"*"
    same "arrays and pictures" "$(cmp one.npy two.npy 2>&1)$(cmp one.png two.png 2>&1)" ""
    rm one.npy two.npy one.png two.png
    local longest
    longest=$(printf 'x%.0s' {1..251}).npy  # the longest name that a file can have
    runs run vicsek --r 2 --device cpu --quiet --npy "$longest"
    same "bytes" "$(stat -c %s "$longest")" 209
    rm "$longest"
    runs run vicsek --r 0 --tile 1 --steps 1 --device cpu --verify
    like "report" "$out" "vicsek r = 0: 1 x 1 box, 1 cell*, 1 step*"
    runs run vicsek --r 4 --tc --digest --device cpu
    like "report" "$out" "*tensor cores (variant 4, evaluated on the host)*digest      0x* -> 0x*"
}

# No step at all: the state that every run of this seed begins with, which the brute force has too.
initial_state() {
    local first domain
    for domain in "vicsek --r 4" "vicsek --r 4 --map compact" "triangle --n 20" "carpet --r 3 --program ising"; do
        # shellcheck disable=SC2086  # words
        runs run $domain --steps 1 --digest --json --quiet --device cpu
        first=$(json digest0)
        # shellcheck disable=SC2086
        runs run $domain --steps 0 --digest --verify --json --quiet --device cpu
        same "digests and steps" "$(json digest0) $(json digest) $(json steps)" "$first $first 0"
        same "population" "$(json population)" "$(json population0)"
    done
}

# --tc has an effect where there is something to multiply; where there is not, the reports and the emitted text say so.
idle_products() {
    local options reason
    while IFS=: read -r options reason; do
        # shellcheck disable=SC2086  # the options are words
        runs run $options --tc=1 --device cpu --verify
        like "report" "$out" "*, tensor cores (variant 1, not used: $reason)"$'\n'"*"
        # shellcheck disable=SC2086
        runs run $options --tc=4 --device cpu --json --quiet
        same "idle, by JSON" "$(json tc) $(json tc_idle)" "4 $reason"
        # shellcheck disable=SC2086
        runs emit $options --tc=1 --target cuda --kernel-only
        like "text" "$out" "*, tensor cores, variant 1, not used: $reason."$'\n'"*"
        same "products in it" "$(grep -Ec "mma(.h|[._]sync)" <<<"$out")" 0
    done <<TEXT
sierpinski --r 3 --map lambda:there is a single tile
sierpinski --r 3 --map compact:there is a single tile
vicsek --r 0:there is a single tile
$NBB_SOURCE_DIR/tests/fractals/point.lua --r 5 --map compact --tile 8:no tile touches another
TEXT
    runs run sierpinski --r 4 --map compact --tile 8 --tc --json --device cpu
    same "a key where there are products" "$(json_keys | grep -c tc_idle)" 0
}

# One state, whatever the map, the tile, the number of threads and the folder.
maps_agree() {
    local choice digest=
    for choice in "--map bb" "--map lambda" "--map lambda --tc" "--map lambda --hash arith" "--map compact" \
        "--map lambda --tc=1" "--map lambda --tc=2" "--map lambda --tc=3" "--map compact --tc" "--map compact --tc=1" \
        "--map compact --tile 2" "--map compact --tile 32 --tc" "--map lambda --tile 8" \
        "--map auto" "--map lanes" "--map lanes --tile 2" "--steps-per-launch 4 --lanes 27" "--steps-per-launch 2 --lanes 1" \
        "--buffers 1" "--buffers 1 --steps-per-launch 4 --lanes 27" "--map lambda --intra lut" \
        "--map compact --intra unroll --hash arith" \
        "--tc --intra box"; do
        # shellcheck disable=SC2086  # the choice is words
        runs run sierpinski --r 9 --rule B1/S12 --seed 5 --density 0.4 --steps 6 --digest --json --quiet $choice
        same "digests" "$(json digest0) $(json digest)" "${digest:=$(json digest0) $(json digest)}"
    done
    OMP_NUM_THREADS=1 runs run sierpinski --r 9 --rule B1/S12 --seed 5 --density 0.4 --steps 6 --digest --json --quiet
    same "digests with one thread" "$(json digest0) $(json digest)" "$digest"
    like "device" "$(json device)" "*, 1 thread"
    OMP_NUM_THREADS=1 runs run sierpinski --r 9 --rule B1/S12 --seed 5 --density 0.4 --steps 6 --digest --json --quiet --threads 3
    same "digests with three threads" "$(json digest0) $(json digest)" "$digest"
    like "device" "$(json device)" "*, 3 threads"
    # Threads that wait sleep, unless the environment says how they wait.
    OMP_DISPLAY_ENV=verbose nbbgen run vicsek --r 2
    like "spins" "$err" "*GOMP_SPINCOUNT = '0'*"
    GOMP_SPINCOUNT=7 OMP_DISPLAY_ENV=verbose nbbgen run vicsek --r 2
    unlike "spins" "$err" "*GOMP_SPINCOUNT = '0'*"
    cd / || exit
    runs run sierpinski --r 9 --rule B1/S12 --seed 5 --density 0.4 --steps 6 --digest --json --quiet
    cd "$scratch/work" || exit
    same "digests from another folder" "$(json digest0) $(json digest)" "$digest"
}

# A template whose rule is inverted gives a wrong state: exit 5, however the folder is named, and no files.
wrong_results_are_found() {
    local message="verification failed: nbb_*: field alive of cell (*, *) is *, the brute force says *"
    mkdir -p wrong/shared
    sed 's/return \$/return 1 ^ $/' "$NBB_SOURCE_DIR/templates/shared/rule.in" >wrong/shared/rule.in
    fails 5 "$message" run vicsek --r 4 --map compact --verify --quiet --templates wrong --png x.png
    NBBGEN_TEMPLATES=wrong nbbgen run vicsek --r 4 --map compact --verify --quiet --json
    same "exit code, there and in JSON" "$code $(json_keys) $(json error.code)" "5 error 5"
    NBBGEN_TEMPLATES=wrong fails 5 "$message" run vicsek --r 9 --map compact --steps 2 --verify --quiet
    runs run vicsek --r 4 --map compact --quiet --templates wrong
    mkdir empty
    runs run vicsek --r 4 --map compact --verify --templates empty --device cpu
    runs run vicsek --r 10 --steps 2 --verify --device cpu
    like "remark" "$err" "*places compared with brute force, in windows about cells drawn at random"
    fails 2 "usage error: --png -: standard output is the report's; give a file's name" run vicsek --r 2 --png -
    fails 2 "usage error: --npy -: standard output is the report's; give a file's name" run vicsek --r 2 --npy -
    fails 2 "usage error: --verify: after 1000000 steps even one window *; ask for fewer --steps" \
        run vicsek --r 9 --steps 1000000 --verify --quiet
    echo 'this is no C' >wrong/shared/rule.in
    fails 4 "device or compiler error: *.c does not compile *; the source is kept as *error*" \
        run vicsek --r 4 --map compact --quiet --templates wrong
    same "files left" "$(ls)" "empty"$'\n'"wrong"
}

json_reports
maps_and_storages
text_reports
initial_state
idle_products
maps_agree
wrong_results_are_found
finish
