#!/usr/bin/env bash
# check.sh - correctness on a GPU: the whole matrix by digest, the tensor-core maps tile by tile, then compute-sanitizer on
# each kind of kernel.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix NBB_EXACT=build/dev/tests/nbb_exact tests/device/check.sh
#         [WORDS]
#
# With words, such as "--map lanes", compute-sanitizer alone, on the runs that have them. Run from the checkout's top. Needs a
# CUDA device, NVRTC and compute-sanitizer. Exit 1 on any difference or finding.
: "${NBB_MATRIX:?the matrix of cases}" "${NBB_EXACT:?tests/exact}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"

provenance "$@"
matrix() {  # a process for each definition
    basename -a -s .lua fractals/*.lua tests/fractals/*.lua |
        while read -r name; do [[ -z $("$NBB_MATRIX" list "$name") ]] || echo "$name"; done |
        xargs -P "$(nproc)" -I '{}' bash -c 'set -o pipefail; "$NBB_MATRIX" run cuda {} 2>&1 | sed "s/^/{}: /"'
}
export NBB_MATRIX
tools=()
if [[ $# == 0 ]]; then
    matrix &
    tools+=($!)
    NBB_EXACT=$(realpath "$NBB_EXACT") NBB_SOURCE_DIR=$PWD PATH=$PATH:/usr/local/cuda/bin bash tests/exact/cases.sh nvcc many &
    tools+=($!)
fi

# Small enough for the sanitizer, large enough for several blocks, halos on all sides and partial blocks.
runs=(
    "sierpinski --r 9 --map bb" "sierpinski --r 9 --map lambda" "sierpinski --r 9 --map lambda --tc"
    "sierpinski --r 9 --map compact" "sierpinski --r 9 --map compact --tc" "sierpinski --r 8 --map compact --tile 128 --tc"
    "vicsek --r 5 --map lambda" "vicsek --r 5 --map compact" "vicsek --r 5 --map compact --tc" "vicsek --r 5 --map compact --tile 3"
    "carpet --r 4 --map lambda --tile 9" "carpet --r 4 --map compact --tc --tile 9" "chandelier --r 5 --map compact"
    "cantor --r 9 --map compact --tc" "sierpinski --r 10 --map lanes" "vicsek --r 6 --map lanes --tile 3"
    "carpet --r 4 --map lanes" "chandelier --r 6 --map lanes" "sierpinski --r 10 --map lanes --steps-per-launch 2"
    "sierpinski --r 10 --map lanes --permuted memory" "carpet --r 5 --map lanes --persistent no" "candy --r 4 --map lanes --permuted memory"
    "vicsek --r 7 --map lanes --permuted memory --steps-per-launch 1" "cantor --r 12 --map lanes --persistent no"
    "vicsek --r 8 --map lanes --permuted memory --tile 3 --lanes 25" "carpet --r 7 --map lanes --permuted memory --tile 3 --lanes 8 --steps-per-launch 1"
    "vicsek --r 8 --map lanes --tile 3 --lanes 125 --steps-per-launch 2 --buffers 1 --permuted memory"
    "sierpinski --r 14 --map lanes --tile 2 --lanes 3 --steps-per-launch 1 --permuted memory"  # more warps than places to permute words in
    "sierpinski --r 10 --map lanes --persistent grid" "carpet --r 5 --map lanes --persistent grid" "vicsek --r 6 --map lanes --persistent grid"
    "sierpinski --r 12 --map lanes --persistent cluster" "vicsek --r 8 --map lanes --persistent cluster"
    "sierpinski --r 10 --map lanes --buffers 1" "carpet --r 4 --map lanes --tile 3 --lanes 8 --steps-per-launch 2 --buffers 1"
    "vicsek --r 6 --map lanes --steps-per-launch 3" "carpet --r 4 --map lanes --tile 3 --lanes 8 --steps-per-launch 3"
    "sierpinski --r 9 --map lambda --tile 8 --tc=1" "chandelier --r 5 --map lambda --tile 3 --tc=2"
    "vicsek --r 5 --map lambda --tile 9 --tc=3" "vicsek --r 5 --map lambda --tile 3 --tc=4" "sierpinski --r 8 --map lambda --tile 64 --tc=4"
    "sierpinski --r 9 --map compact --tc=1" "carpet --r 4 --map compact --halo direct" "vicsek --r 5 --map compact --tile 3 --halo direct --tc=1"
    "carpet --r 4 --map compact --halo direct --tc=4" "sierpinski --r 8 --map compact --tile 64 --halo direct --tc=4"
    "sierpinski --r 9 --map lambda --eval shuffle --hash shared --intra lut --tile 8" "vicsek --r 5 --map lambda --tile 1 --eval shuffle"
    "vicsek --r 5 --map compact --eval shuffle --hash arith --intra unroll" "carpet --r 4 --map compact --hash shared --intra lut"
)
runs+=("triangle --n 300 --tile 16 --from below" "triangle --n 300 --from above --storage embedded" "triangle --n 300 --map enum"
       "triangle --n 300 --map bb" "tetrahedron --n 60 --tile 8 --from below" "tetrahedron --n 60 --storage embedded"
       "tetrahedron --n 60 --tile 8 --recursion branches" "tetrahedron --n 60 --map enum -w sw" "tetrahedron --n 60 --map bb")
for workload in sw rd; do
    runs+=("triangle --n 300 --tile 16 --from below -w $workload" "triangle --n 300 --from above --storage embedded -w $workload")
    runs+=("sierpinski --r 9 --map bb -w $workload" "sierpinski --r 10 --map lambda -w $workload"
           "vicsek --r 6 --map lanes -w $workload" "vicsek --r 6 --map lambda --tc -w $workload"
           "vicsek --r 5 --map lambda --tc=2 --tile 3 -w $workload" "candy --r 4 --map lambda --tc=3 -w $workload"
           "chandelier --r 6 --map lambda --eval shuffle --hash shared --intra unroll -w $workload"
           "sierpinski --r 9 --map compact --intra lut -w $workload" "vicsek --r 6 --map compact -w $workload")
done
for map in bb lambda compact lanes; do
    runs+=("sierpinski --r 9 --program ising --map $map" "carpet --r 4 --program heat --map $map"
           "vicsek --r 5 --program tests/oracle/programs/forest.lua --map $map")
done
runs+=("carpet --r 5 --program ising --map lanes --tile 3" "vicsek --r 6 --program ising --map lanes --neighbours triangular"
       "sierpinski --r 10 --program wireworld --map lanes" "carpet --r 4 --program grayscott --map lanes --steps-per-launch 2"
       "sierpinski --r 9 --program heat --map lanes --steps-per-launch 3" "carpet --r 4 --program tests/oracle/programs/sandpile.lua"
       "sierpinski --r 9 --program potts --map lanes" "triangle --n 200 --program ising" "triangle --n 200 --program heat --map enum"
       "tetrahedron --n 40 --program wireworld --storage embedded" "tetrahedron --n 40 --program heat --set D=0.1 --map bb"
       "vicsek --r 6 --program ising --map lanes --persistent no"
       "carpet --r 4 --program tests/programs/words.lua --map lanes" "carpet --r 4 --program tests/programs/many_cases.lua --map lambda"
       "carpet --r 4 --program tests/programs/many_cases.lua --map lanes" "sierpinski --r 9 --program walk --map lanes")
runs+=("triangle --n 2000 --storage bits" "triangle --n 1500 --storage bits --map enum --rule B0/S12"
       "tetrahedron --n 70 --storage bits" "tetrahedron --n 70 --storage bits --map enum"
       "carpet --r 4 --program wireworld --map lanes --tile 3 --lanes 8 --buffers 1"
       "vicsek --r 6 --program forest_fire --map lanes --buffers 1" "sierpinski --r 10 --program life --map lanes --persistent grid"
       "sierpinski --r 10 --program wireworld --map lanes --persistent cluster"
       "sierpinski --r 9 --program ising --map lanes --persistent grid" "carpet --r 4 --program ising --map lanes --persistent cluster"
       "vicsek --r 6 --program ising --map lanes --persistent grid" "carpet --r 4 --program forest_fire --map lanes --persistent grid"
       "vicsek --r 5 --program forest_fire --map lanes --persistent cluster"
       "vicsek --r 5 --program tests/programs/far_turns.lua --map lanes --persistent cluster"
       "vicsek --r 5 --program tests/programs/far_turns.lua --map lanes --persistent grid"
       "sierpinski --r 9 --program tests/programs/clock.lua --map lanes --persistent cluster"
       "sierpinski --r 9 --program forest_fire --map lanes --persistent no"
       "carpet --r 4 --program epidemic --map lanes --persistent no"
       "vicsek --r 5 --program tests/programs/mixing.lua --map lanes --persistent no"
       "sierpinski --r 9 --program ising --map lanes --persistent no" "vicsek --r 5 --program forest_fire --map lanes --persistent no"
       "triangle --n 700 --storage packed" "triangle --n 700 --program heat --storage packed" "triangle --n 700 --program heat --storage embedded"
       "triangle --n 700 --program rmw" "tetrahedron --n 60 --program rmw" "triangle --n 1100 --program ising --storage bits"
       "triangle --n 1100 --program potts --storage bits --map enum" "triangle --n 1100 --program wireworld --storage bits --map enum"
       "tetrahedron --n 70 --program wireworld --storage bits" "tetrahedron --n 70 --program ising --storage bits")
# Levels that differ and three axes; what programs' language has; ensembles, whose small copies stay in clusters.
for map in bb lambda compact lanes; do
    runs+=("mixed_carpet --r 4 --map $map" "irregular_gasket --r 7 --map $map" "random_carpet --r 4 --map $map"
           "menger --r 3 --rule B5/S4,5 --map $map" "tetrix --r 6 --rule B2/S2,3 --map $map" "vicsek3 --r 3 --program heat --map $map --set D=0.1")
    for program in spin_glass hpp manna schroedinger tests/programs/{stages,narrow,mean_field,two_lists,glass_values,scheduled}.lua; do
        runs+=("carpet --r 4 --program $program --map $map")
    done
    runs+=("carpet --r 4 --program ising --seed 1..3 --map $map" "sierpinski --r 8 --program heat --seed 1..3 --map $map")
done
for map in bb lambda compact lanes; do
    runs+=("examples/relative.lua --r 8 --map $map" "examples/relative.lua --r 7 --program tests/programs/places.lua --map $map"
           "examples/relative.lua --r 7 --program ising --map $map")
done
runs+=("examples/relative.lua --r 7 --map compact --eval shuffle" "examples/relative.lua --r 7 --map lambda --tc=1"
       "carpet --r 5 --program larger_than_life --map lanes" "sierpinski --r 9 --program tests/programs/counted.lua --map lanes"
       "carpet --r 4 --program ising --sweep T=1,2,3 --exchange 2" "sierpinski --r 8 --program ising --seed 1..2 --sweep T=1,2,3 --exchange 3"
       "sierpinski --r 15 --memory 8M")
runs+=("carpet --r 5 --program ising --seed 1..3" "carpet --r 5 --program ising --sweep T=1,2,3 --persistent no" "sierpinski --r 8 --seed 1..5"
       "triangle --n 300 --program ising --seed 1..3" "mixed_carpet --r 4 --map lambda --tc" "irregular_gasket --r 7 --map compact --tc")
# Strips of a tetrahedron have tiles of 56; several registers a cell; rules given as programs; covers; a tile and tensor cores.
for storage in packed embedded; do
    runs+=("tetrahedron --n 130 --storage $storage" "tetrahedron --n 130 --program heat --set D=0.1 --storage $storage"
           "tetrahedron --n 115 --program life --storage $storage" "triangle --n 300 --program grayscott --storage $storage"
           "triangle --n 300 --program tests/oracle/programs/heat64.lua --storage $storage" "triangle --n 300 --program life --storage $storage")
    for workload in ca sw rd; do
        runs+=("triangle --n 300 --tile 16 --tc -w $workload --storage $storage" "tetrahedron --n 60 --tile 8 --tc -w $workload --storage $storage")
    done
done
runs+=("tetrahedron --n 90 --program grayscott --set Du=0.1 --storage packed" "tetrahedron --n 90 --program wireworld --storage packed --map enum"
       "tetrahedron --n 90 --program forest_fire --storage packed --from below" "triangle --n 700 --program heat --storage packed --from above"
       "tetrahedron --n 210 --program heat --set D=0.1" "tetrahedron --n 270 --storage packed" "triangle --n 2100 --program ising --storage bits"
       "triangle --n 300 --program heat --tile 16" "tetrahedron --n 60 --program heat --set D=0.1 --tile 8")
for points in "--dimensions 2" "--dimensions 3 --out f16" "--dimensions 4 --out f64 --storage embedded" "--dimensions 8 --out f64" "--dimensions 9" \
    "--dimensions 2 --out f16 --map enum" "--dimensions 3 --tile 16 --tc"; do
    runs+=("triangle --n 300 -w edm $points")
done
export work
# States that runs go on from and save again, in folders of their own (FOLDER).
for saved in "sierpinski --r 9 --program ising" "carpet --r 4 --program heat" "vicsek --r 6 --rule B3/S23"; do
    # shellcheck disable=SC2086 # the run is words
    "$NBBGEN" run $saved --device cpu --steps 3 --checkpoint "$work/${saved%% *}" --quiet >"$work/out"
    for map in bb compact lanes; do
        runs+=("$saved --map $map --resume $work/${saved%% *} --checkpoint FOLDER")
    done
done
cc -O1 tests/device/points.c -o "$work/points"
"$work/points" 300 >"$work/points.npy"
for choice in "" "--storage embedded --from above" "--map enum" "--map bb"; do
    runs+=("triangle -w edm --points $work/points.npy $choice")
done
all=("${runs[@]}") runs=()
for run in "${all[@]}"; do
    [[ $run != *"${1-}"* ]] || runs+=("$run")
done
[[ ${#runs[@]} -gt 0 ]] || { echo "check.sh: no run has '$1', expected words such as '--map lanes'" >&2; exit 2; }
sanitize_one() {  # TOOL RUN
    local report run=$2 verify=--verify
    [[ $run != *--exchange* ]] || verify=  # it compares one copy
    report=$(mktemp "$work/$1.XXXXXX")
    [[ $run != *FOLDER ]] || run=${run%FOLDER}$(mktemp -d "$work/folder.XXXXXX")
    # shellcheck disable=SC2086 # the run is words
    compute-sanitizer --tool "$1" --error-exitcode 9 "$NBBGEN" run $run --steps 7 --device cuda $verify --quiet \
        >"$report" 2>&1 && grep -q 'ERROR SUMMARY: 0 errors\|RACECHECK SUMMARY: 0 hazards' "$report" ||
        { echo "$1: $2"; cat "$report"; return 255; }  # xargs starts no more
}
export -f sanitize_one
sanitize() {  # one tool on every run
    printf '%s\n' "${runs[@]}" | xargs -d '\n' -P "$((($(nproc) + 5) / 6))" -I '{}' bash -c 'sanitize_one "$1" "$2"' bash "$1" '{}' &&
        echo "$1: ${#runs[@]} runs clean"
}
for tool in memcheck racecheck initcheck synccheck; do
    sanitize $tool &
    tools+=($!)
done
for tool in "${tools[@]}"; do
    wait "$tool"
done
