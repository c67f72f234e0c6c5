#!/usr/bin/env bash
# schemas.sh - docs/schemas: what --json prints, also of failures, and what manifests hold is what the schemas say, and no
# schema takes everything. Files that were written are reported.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
schemas=$NBB_SOURCE_DIR/docs/schemas

# prints COMMAND ARGUMENT...: an object, which is kept for check.
count=0
prints() {
    runs "$@" --json
    cp "$scratch/out" "$1.$((count++)).json"
}

# What was kept of a command fits its schema, and does not with another key. One Python checks all: it starts for longer than it checks.
fits() {
    command="docs/schemas"
    same "what does not fit" "$(python3 - "$schemas"/*.json <<'TEXT' 2>&1
import glob, json, jsonschema, os, sys
for path in sys.argv[1:]:
    of = jsonschema.validators.validator_for(schema := json.load(open(path)))
    of.check_schema(schema)
    name = os.path.basename(path)[:-len(".json")]
    text = ""
    for file in glob.glob(f"{name}.*.json"):
        text = open(file).read()
        for error in of(schema).iter_errors(json.loads(text)):
            print(f"{file}: {error.json_path}: {error.message}")
    if of(schema).is_valid(json.loads(text.replace("{", '{ "another key": 1,', 1))):
        print(f"{name}.json takes everything")
TEXT
)" ""
}

prints list
prints doctor
NBBGEN_FRACTALS=absent CC=./absent nbbgen doctor --json
same "exit code and what needs it" "$code $(json compiler.code) $(json fractals.code)" "4 4 1"
cp "$scratch/out" doctor.absent.json
for size in "" "--r 4" "--r 30"; do
    # shellcheck disable=SC2086  # the size is words
    prints info sierpinski $size
done
prints info sierpinski --r 4 --png maps.png
same "the picture of the maps" "$(cmp maps.png "$NBB_SOURCE_DIR/docs/maps.png" 2>&1)" ""
prints info tetrahedron --n 40
prints info triangle
prints info carpet --r 3 --program heat
prints info triangle --n 40 --ranks 3
prints info carpet --program potts
prints info tetrahedron --n 40 --program heat --set D=0.1
prints info triangle --n 40 --program B3/S23
prints check carpet
prints check triangle
prints check ising
prints check heat
prints info simplex --m 4
prints info simplex --m 12 --ratio 0.9 --arity 1000

prints run vicsek --r 4 --device cpu --verify --digest --quiet
prints run sierpinski --r 6 -w rd --map lambda --tc --device cpu --quiet
prints run cantor --r 4 -w sw --map bb --device cpu --quiet
prints run triangle --n 30 -w edm --device cpu --quiet
prints run tetrahedron --n 30 --from above --recursion branches --device cpu --quiet
prints run carpet --r 3 --program heat --verify --digest --device cpu --quiet
prints run carpet --r 3 --program ising --average 2 --device cpu --quiet
prints run carpet --r 3 --program B3/S23 --device cpu --quiet

prints emit chandelier --r 4
prints emit triangle --n 30 -w edm --kernel-only --target host
prints emit carpet --r 3 --program grayscott --ptx -o grayscott.ptx
prints emit triangle --n 40 --program heat --cubin -o heat.cubin
prints emit carpet --r 2 --program "$NBB_SOURCE_DIR/tests/programs/many_cases.lua" --kernel-only --target host
prints emit sierpinski --r 6 --map compact --tc --fatbin --arch sm_80,sm_90,compute_90 -o compact.fatbin

runs bench sierpinski@3 triangle@30 -w ca --map bb,lambda,enum --samples 1 --device cpu --no-rates --quiet --json bench.0.json
finish

# errs CODE FILE LINE ARGUMENT...: the command ends so, and standard output says the same as standard error.
errs() {
    nbbgen "${@:4}"
    same "exit code" "$code" "$1"
    cp "$scratch/out" "error.$((count++)).json"
    same "code, file and line" "$(json error.code) $(json error.file) $(json error.line)" "$1 $2 $3"
    like "standard error" "$err" "nbbgen: *: $(json error.message)"
}

# A file for each way to fail; where one of several files of a list is broken, the array has its failure.
failures_are_json() {
    mkdir broken
    echo 'return fractal { layout = { "#.", "#" } }' >broken/ragged.lua
    printf '%s\n' 'return program {' '  state = { u = "f32" },' '  update = "u += v;", observe = { u = "sum(u)" } }' \
        >broken/unknown.lua
    errs 2 null null run vicsek --r 3 --json --map lamda
    errs 2 null null run vicsek --json --r
    errs 2 null null bench vicsek --r 3 --map none --json -
    errs 2 null null bench vicsek --r 3 --map none --json=-
    errs 3 null null info viscek --json
    errs 3 broken/ragged.lua 1 check broken/ragged.lua --json
    errs 3 broken/ragged.lua 1 emit broken/ragged.lua --r 3 --json
    errs 3 broken/unknown.lua 3 info carpet --program broken/unknown.lua --json
    mkdir -p broken/shared
    printf '%s\n' 'static' '$ local sum = 1 + nil' >broken/shared/rule.in
    errs 1 broken/shared/rule.in 2 emit vicsek --r 3 --map compact --templates broken --json
    NBBGEN_LIBCUDA=/nowhere.so errs 4 null null run vicsek --r 3 --device cuda --json
    sed 's/return \$/return 1 ^ $/' "$NBB_SOURCE_DIR/templates/shared/rule.in" >broken/shared/rule.in
    errs 5 null null run vicsek --r 3 --map compact --verify --quiet --device cpu --templates broken --json
    errs 2 null null doctor extra --json
    errs 2 null null rnu vicsek --r 3 --json
    errs 2 null null run vicsek --r 3 --json=yes
    errs 1 /nowhere/x.png null run vicsek --r 3 --device cpu --json --png /nowhere/x.png
    NBBGEN_FRACTALS=broken nbbgen list --json
    same "exit code" "$code" 3
    cp "$scratch/out" list.broken.json
    like "an entry" "$out" "*\"file\": \"broken/ragged.lua\"*\"ising\"*"
    fails 2 "usage error: *" run vicsek --r 3 --map lamda
    errs 2 null null bench vicsek --r 3 --map none --json rows.json
    errs 2 null null bench vicsek --r 3 --map none --json=rows.json
    errs 3 null null bench viscek --json rows.json
    errs 2 null null render vicsek --json
    errs 2 null null --json
    same "a file of a bench that measured nothing" "$(ls rows.json 2>&1)" "ls: cannot access 'rows.json': No such file or directory"
}

# What is written is reported, file by file.
files_are_reported() {
    prints run carpet --r 3 --program grayscott --device cpu --quiet --png u.png --npy u.npy --frames frames --series u.csv
    same "files" "$(for i in 0 1 2 3 4 5; do json files.$i.option; json files.$i.path; done | paste -sd ' ')" \
        "png u.u.png png u.v.png npy u.u.npy npy u.v.npy series u.csv frames frames"
    runs bench vicsek --r 3 --map bb --samples 1 --device cpu --no-rates --quiet --csv b.csv --json bench.1.json
    cp bench.1.json "$scratch/out"
    same "files of a bench" "$(for i in 0 1; do json files.$i.option; json files.$i.path; done | paste -sd ' ')" \
        "csv b.csv json bench.1.json"
}

manifests_fit() {
    local program
    for program in "-w ca" "--program ising" "--program heat"; do
        # shellcheck disable=SC2086  # words
        runs run carpet --r 3 $program --device cpu --quiet --checkpoint "saved$count" --steps 3
        cp "saved$count"/step-*/manifest.json "manifest.$((count++)).json"
    done
    runs run triangle --n 9 --device cpu --quiet --checkpoint saved --steps 3
    cp saved/step-*/manifest.json "manifest.$((count++)).json"
}

failures_are_json
files_are_reported
manifests_fit
fits
finish
