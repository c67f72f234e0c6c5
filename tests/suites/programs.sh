#!/usr/bin/env bash
# programs.sh - the command line of cell programs: --program and what is given for one.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

cat >ising.lua <<'LUA'
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { T = 2.0, J = 1.0, density = 0.5 },
  init       = { s = "chance(density)" },
  update     = [[
    int field = 2 * count(s == here.s) - degree;
    if (chance(exp(-2 * J * field / T))) s = !s;
  ]],
  observe    = { m = "sum(2 * s - 1)", e = "-J * pairs(here.s == there.s ? 1 : -1)" },
  average    = { "abs(m)", "m^2" },
}
LUA
echo 'return program { state = { s = "u1" }, param = { p = 1 }, neighbours = "moore",
    init = { s = "chance(p)" }, update = "s = !s;" }' >silent.lua
cat >heat.lua <<'LUA'
return program {
  state = { u = "f32" },
  neighbours = "vonneumann",
  param = { D = 0.2 },
  require = { "D * maxdegree <= 1" },
  init = { u = "first ? 1 : 0" },
  update = "u += D * sum(u - here.u);",
  observe = { mass = "sum(u)" },
}
LUA

check_refusals() {
    runs run --help
    like "help" "$out" "*  -w, --workload=sw[|]rd[|]ca[|]edm*"
    for option in --series=s.csv --average=0 --samples=s.npz; do
        fails 2 "usage error: ${option%%=*}: program silent has no observables*" \
            run vicsek --r 2 --device cpu --program silent.lua "$option"
    done
    fails 2 "usage error: --workload sw and --program ising.lua: a program is a workload of its own; *" \
        run vicsek --r 2 --program ising.lua --workload sw
    fails 2 "usage error: --workload ca and --program ising.lua: *" run vicsek --r 2 --program ising.lua -w ca
    fails 2 "usage error: --workload program: which one? --program NAME or --program FILE.lua is missing" \
        run vicsek --r 2 --workload program
    fails 2 "usage error: --rule has no effect on workload program: *" run vicsek --r 2 --program ising.lua --rule B3/S23
    fails 2 "usage error: --density has no effect on workload program: *give --set density=P*" \
        run vicsek --r 2 --program ising.lua --density 0.3
    fails 2 "usage error: --points has no effect on workload program: *" \
        run vicsek --r 2 --program ising.lua --points points.npy
    for option in --tc "--eval shuffle" "--intra lut"; do
        # shellcheck disable=SC2086  # words
        fails 2 "usage error: $option has no effect on workload program: *" \
            run vicsek --r 2 --map lambda --program ising.lua $option
        # shellcheck disable=SC2086  # words
        fails 2 "usage error: $option has no effect on workload program: *" \
            run vicsek --r 2 --map lambda --program silent.lua $option
    done
    for option in set=T=1 neighbours=moore; do
        fails 2 "usage error: --${option%%=*} has no effect on workload ca: it is an option of programs: *" \
            run vicsek --r 2 "--${option%%=*}" "${option#*=}"
    done
    fails 2 "usage error: --set TT=1: ising has no parameter 'TT': did you mean 'T'? *" \
        run vicsek --r 2 --program ising.lua --set TT=1
    fails 2 "usage error: --set T=1 and --set T=2: give the parameter one value" \
        run vicsek --r 2 --program ising.lua --set T=1 --set J=1 --set T=2
    fails 2 "usage error: --set T=hot: 'hot' is no finite number" run vicsek --r 2 --program ising.lua --set T=hot
    fails 2 "usage error: no neighbour list is called 'vonneuman': *: did you mean 'vonneumann'?*" \
        run vicsek --r 2 --program ising.lua --neighbours vonneuman
    fails 3 "definition error: unknown program 'nonesuch' *" run vicsek --r 2 --program nonesuch
}

# What a program requires is checked with the values and neighbours it has.
check_requirements() {
    fails 2 "usage error: heat.lua:5: require*: the program requires D \* maxdegree <= 1, which does not hold with D = 0.5, *" \
        run vicsek --r 2 --program heat.lua --set D=0.5
    fails 2 "usage error: heat.lua:5: require*maxdegree = 8*" run vicsek --r 2 --program heat.lua --neighbours moore
    fails 2 "*heat.lua:6: *with D = 0.2, maxdegree = 6; --set D=0.16 would do*" run tetrahedron --n 3 --program heat
    fails 2 "*grayscott.lua:6: *maxdegree = 6; --set Du=0.16 would do*" run tetrahedron --n 3 --program grayscott
}

# A run of tests/oracle/programs.json.
known=(run sierpinski --r 6 --device cpu --program ising.lua --steps 20 --seed 11 --set T=1.5)

check_report() {
    runs "${known[@]}" --json --digest
    same "program" "$(json workload) $(json program) $(json rule) $(json density) $(json neighbours)" \
        "program ising null 0.5 vonneumann"
    same "parameters" "$(json_keys param) $(json param.J) $(json param.T)" "J T density 1.0 1.5"
    same "digests" "$(json digest0) $(json digest)" "0xd3ca1cfec9029b5b 0x6ebd508d4636dd47"
    same "observables" "$(json_keys observe) $(json observe.e) $(json observe.m)" "e m -420.0 7"
    same "updates" "$(json updates_per_second)" "$(json cells_per_second)"
    same "exactness" "$(json inexact)" false
    runs run sierpinski --r 6 --device cpu --program ising.lua --steps 20 --seed 011 --set T=1.5 --json --digest
    same "digest by a seed that begins with 0" "$(json digest)" 0x6ebd508d4636dd47
    unlike "keys" "$(json_keys)" "*averages*"
    runs "${known[@]}"
    like "text" "$out" "*workload    program ising with J = 1, T = 1.5, density = 0.5; neighbours vonneumann, 20 steps*"
    like "observed" "$out" "*observed    e = -420, m = 7*"
    runs run vicsek --r 3 --device cpu --program heat.lua --json
    same "mass" "$(printf '%.6f' "$(json observe.mass)")" 1.000000
}

# Totals are added up in parts: none is forgotten, whatever the map.
check_totals() {
    for map in bb lambda compact lanes; do
        runs run carpet --r 6 --device cpu --program ising.lua --steps 1 --json --map $map
        same "m by map $map" "$(json observe.m)" "$((2 * $(json population) - 262144))"
    done
}

# --verify finds totals that are wrong, though all cells are right.
# Two outputs of the same name would lose one; a link leads to the same file.
check_same_outputs() {
    local pair
    : >same.file
    ln -sf same.file link.file
    ln -sf new.file dangling.file
    for pair in "--png new.file --npy dangling.file" "--png same.file --npy same.file" "--png same.file --npy ./same.file" "--png link.file --apng same.file" \
                "--sweep T=1..2/2 --csv same.csv --series ../${PWD##*/}/same.csv"; do
        # shellcheck disable=SC2086  # words
        fails 2 "usage error: --* and --* are the same file*" run carpet --r 2 --program ising --quiet --device cpu $pair
    done
    fails 2 "usage error: --average 4: of the steps from there to 5 --every 10 takes none" \
        run carpet --r 2 --program ising --quiet --steps 5 --average 4 --every 10 --device cpu
}

# A standalone's numbers are read strictly.
check_standalone_options() {
    runs emit carpet --r 2 --program ising --target host -o strict.c
    "${CC:-cc}" -O1 strict.c -o strict -lm
    for steps in -2 0 4294967296 x; do
        ! ./strict --steps "$steps" >"$scratch/strict" 2>&1
        judge $? "--steps $steps" "$(<"$scratch/strict")" "a failure"
    done
    ./strict --steps 2 >"$scratch/strict"
    judge $? "two steps" "$(<"$scratch/strict")" 0
    ./strict --T 0 --density 0.1 >"$scratch/strict" 2>&1
    same "what is required" "$? $(<"$scratch/strict")" \
        "2 the program requires T > 0, which does not hold with J = 1, T = 0, density = 0.1, maxdegree = 4"
    fails 2 "usage error: *the program requires T > 0, which does not hold with J = 1, T = 0, density = 0.1, maxdegree = 4*" \
        run carpet --r 2 --program ising --set T=0 --set density=0.1 --device cpu --quiet
}

check_verified_totals() {
    mkdir -p broken/shared
    sed 's/${total.type} value = 0;/${total.type} value = 1;/' "$NBB_SOURCE_DIR/templates/shared/program_totals.in" \
        >broken/shared/program_totals.in
    unlike "the broken template" "$(cmp broken/shared/program_totals.in \
        "$NBB_SOURCE_DIR/templates/shared/program_totals.in" 2>&1)" ""
    nbbgen "${known[@]}" --map bb --templates broken --verify
    same "exit code" "$code" 5
    like "message" "$err" "*verification failed: nbb_*: observable e is *, the brute force says -420"
    runs "${known[@]}" --map bb --verify
    echo 'return program { state = { s = "u1" }, neighbours = "moore", init = { s = "true" }, update = "s = first || count(s) > 2;",
      observe = { origin = "sum(first && s)", all = "sum(s)" } }' >origin.lua
    runs run carpet --r 4 --program ./origin.lua --map lanes --steps 1 --device cpu --verify
    # Some cells, the first and the last among them, are no numbers, which the least and the greatest pass over.
    cat >nan.lua <<'LUA'
return program { state = { a = "f32" }, param = { q = 1 }, neighbours = "vonneumann", init = { a = "x" },
  update = "a = x == y ? (q - 1) / 0 : a;",
  observe = { least = "min(a)", low = "max(a - 100)", most = "max(a)", side = "1000 * n + step" } }
LUA
    runs run sierpinski --r 3 --program ./nan.lua --steps 1 --device cpu --verify
    like "observables" "$out" "*least = 0, low = -94, most = 6, side = 8001*"
}

check_series() {
    runs "${known[@]}" --series s.csv --every 7
    same "series" "$(rows_in s.csv | tr '\n' ' ')" "step,e,m 0,-48,11 7,-462,-59 14,-426,9 20,-420,7 "
    runs "${known[@]}" --series s.json --every 20 --map bb
    same "lines" "$(rows_in s.json)" '{"step": 0, "e": -48, "m": 11}'$'\n''{"step": 20, "e": -420, "m": 7}'
    runs "${known[@]}" --series every.csv
    same "rows of every step" "$(wc -l <every.csv) $(sed -n 10p every.csv) $(tail -n 1 every.csv)" \
        "23 7,-462,-59 20,-420,7"
    runs "${known[@]/#20/700}" --series long.csv  # more steps than wait on the device
    same "rows of a long run" "$(wc -l <long.csv) $(sed -n 23p long.csv) $(cut -d, -f1 long.csv | sed -n '258,260p;$p' | xargs)" \
        "703 20,-420,7 255 256 257 700"
    runs "${known[@]/#20/3}" --series long.csv
    same "rows of a run that is shorter" "$(wc -l <long.csv)" 6
    fails 2 "usage error: --series s.txt: expected a name that ends in .csv, or in .json*" "${known[@]}" --series s.txt
    fails 2 "usage error: --series s.cvs: expected *: did you mean 's.csv'?" "${known[@]}" --series s.cvs
    fails 2 "usage error: --every 2ss: expected *: did you mean '2s'?" "${known[@]}" --checkpoint s --every 2ss
    fails 2 "usage error: --every checkpoint=10mins: *: did you mean 'checkpoint=10min'?" \
        "${known[@]}" --checkpoint s --every checkpoint=10mins
    fails 2 "usage error: --every 0s: expected *10min, 2h" "${known[@]}" --checkpoint s --every 0s
    runs "${known[@]}" --png s.pgn
    like "remark" "$err" "*--png s.pgn: taken as it is; did you mean 's.png'?*"
    runs "${known[@]}" --png s.picture
    same "suggestions" "$(grep -c "did you mean" <<<"$err")" 0
    fails 1 "run-time error: ./absent/s.csv: cannot be created: *" "${known[@]}" --series ./absent/s.csv
    fails 2 "usage error: --every 3 has no effect without --series*" "${known[@]}" --every 3
    fails 2 "usage error: --series has no effect on workload ca: *" run vicsek --r 2 --series s.csv
}

# Rows are there while the run goes on, and none is cut when it is ended.
check_interrupted_series() {
    local seen=0 pid try
    "$NBBGEN" "${known[@]/#20/2000000000}" --series cut.csv --quiet >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    for ((try = 0; try < 200 * patience && seen < 1000; ++try)); do
        sleep 0.1
        [[ ! -f cut.csv ]] || seen=$(wc -l <cut.csv)
    done
    kill -TERM $pid  # a shell lets what it starts beside itself ignore SIGINT
    code=0
    wait $pid || code=$?
    command="nbbgen run, interrupted"
    same "exit code and message" "$code $(<"$scratch/err")" "143 nbbgen: run-time error: interrupted"
    at_most "rows seen meanwhile" 1000 "$seen"
    same "rows" "$(grep -c -E '^[0-9]+,-?[0-9]+,-?[0-9]+$' cut.csv)" "$(($(wc -l <cut.csv) - 2))"
    same "the last byte" "$(tail -c 1 cut.csv | od -An -tx1)" " 0a"
    same "steps without a gap" "$(awk -F, 'NR > 2 && $1 != NR - 3' cut.csv)" ""
}

# Averages are those of the series' rows, which awk takes here.
check_averages() {
    runs "${known[@]/#20/501}" --series a.csv --average 100 --every 2 --json
    same "samples" "$(json averages.m.samples)" 201
    same "keys" "$(json_keys averages)" "e m abs(m) m^2"
    awk -F, 'NR > 2 && $1 >= 100 && $1 % 2 == 0 { n++; e += $2; m2 += $3 ^ 2; a += $3 < 0 ? -$3 : $3 }
        END { printf "%.6f %.6f %.6f\n", e / n, m2 / n, a / n }' a.csv >wanted
    same "means" "$(printf "%.6f %.6f %.6f" "$(json averages.e.mean)" "$(json averages.m^2.mean)" \
        "$(json 'averages.abs(m).mean')")" "$(<wanted)"
    runs "${known[@]/#20/30}" --average 0
    like "text" "$out" "*average     abs(m) = * +- *, variance *, of 31 samples*"
    # What is no number has no sign: a machine's may differ.
    echo 'return program { state = { u = "f32" }, neighbours = "moore", init = { u = "1" },
      update = "u = u * 1e30;", observe = { h = "sum(u - u * u)" } }' >grows.lua
    runs run sierpinski --r 2 --program ./grows.lua --steps 4 --device cpu --average 0
    like "text" "$out" "*average     h = nan +- nan, variance nan, of 5 samples*"
    fails 2 "usage error: --average 21: the run ends after 20 steps (--steps)" "${known[@]}" --average 21
    sed 's/"m^2"/"q^2"/' ising.lua >odd.lua
    nbbgen run vicsek --r 2 --program odd.lua --average 0 --device cpu
    same "exit code" "$code" 3
    like "message" "$err" "nbbgen: definition error: odd.lua*average*q^2*"
}

# A run ends at the first look at which its stop holds, and what goes on from there has stopped; looks by decade.
check_stop() {
    echo 'return program { state = { s = "u1" }, neighbours = "moore", init = { s = "1" }, update = "s = s && step < 20;",
      observe = { rho = "real(sum(s)) / cells" }, average = { twice = "2 * mean(rho)", root = "mean(rho^2) ^ 0.5" }, stop = "rho == 0" }' >ends.lua
    local ends=(run vicsek --r 2 --device cpu --program ./ends.lua --steps 1000)
    runs "${ends[@]}" --series s.csv --average 0 --every 5 --json --verify
    same "steps" "$(json steps) $(tail -n 1 s.csv) $(json averages.rho.samples)" "25 25,0 6"
    same "functions" "$(json averages.twice.mean | cut -c 1-9) $(json averages.root.mean | cut -c 1-9)" "1.6666666 0.9128709"
    runs "${ends[@]}" --series s.csv --every log:4 --checkpoint stopped
    like "text" "$out" "*, 32 steps, stopped by rho == 0*"
    same "looks" "$(rows_in s.csv | cut -d, -f1 | tr '\n' ' ')" "step 0 1 2 3 6 10 18 32 "
    runs run --resume stopped --steps 1000 --series s.csv --every log:4 --device cpu
    same "looks that stay" "$(wc -l <s.csv)" 10
    fails 2 "usage error: --average 5 and --every log:4: *" "${ends[@]}" --average 5 --every log:4
    fails 2 "usage error: program ends has a stop, and an emitted program does all its steps: *" \
        emit vicsek --r 2 --program ./ends.lua
}

# An average is within its error of the exact energy of a tree, -J (N - 1) tanh(J / T).
check_energy() {
    runs run sierpinski --r 7 --device cpu --program ising.lua --set T=1.3 --steps 4000 --average 500 --json
    local deviation
    deviation=$(awk -v mean="$(json averages.e.mean)" -v error="$(json averages.e.error)" \
        'BEGIN { x = exp(2 / 1.3); printf "%d\n", 1 + (mean + 2186 * (x - 1) / (x + 1)) ^ 2 / error ^ 2 }')
    at_most "squared deviation in errors" "$deviation" 10
    same "settled" "$(json averages.e.settled)" true
}

check_fields() {
    cat >two.lua <<'LUA'
return program {
  state = { a = "u8", b = "f64" }, neighbours = "moore", param = { p = 1.5 },
  init = { a = "x + 16 * y", b = "x + p * y" },
  update = "b += 1; a += 1;", observe = { total = "sum(a)" },
}
LUA
    runs run vicsek --r 2 --device cpu --program two.lua --steps 3 --npy two.npy --png two.png
    same "files" "$(echo two.*.npy two.*.png)" "two.a.npy two.b.npy two.a.png two.b.png"
    like "files that were written" "$err" "*two.a.npy: the box*two.b.npy: the box*"
    unlike "a file that was not" "$err" "*two.npy*"
    same "bytes" "$(head -c 128 two.a.npy | tr -d '\223\0\1' | cut -c 7-65)" "{'descr': '|u1', 'fortran_order': False, 'shape': (9, 9), }"
    same "a at (4, 3)" "$(od -An -tu1 -j $((128 + 3 * 9 + 4)) -N 1 two.a.npy | xargs)" 55
    same "a in a hole" "$(od -An -tu1 -j 128 -N 1 two.a.npy | xargs)" 0
    same "b at (4, 3)" "$(od -An -tf8 -j $((128 + 8 * (3 * 9 + 4))) -N 8 two.b.npy | xargs)" 11.5
}

# A run from a saved state goes on where that one ended, on every map; given fields replace what init says.
check_init() {
    local map whole
    runs run carpet --r 3 --device cpu --program two.lua --steps 5 --npy five.npy --digest --json
    whole=$(json digest)
    runs run carpet --r 3 --device cpu --program two.lua --steps 2 --npy two.npy
    for map in bb lambda compact lanes; do
        runs run carpet --r 3 --device cpu --program two.lua --steps 3 --init a=two.a.npy --init b=two.b.npy --digest \
            --json --verify --map $map
        same "digest by map $map" "$(json digest)" "$whole"
    done
    runs run carpet --r 3 --device cpu --program two.lua --steps 3 --init a=two.a.npy --verify --npy mixed.npy
    same "a goes on" "$(cmp mixed.a.npy five.a.npy 2>&1)" ""
    unlike "b does not" "$(cmp mixed.b.npy five.b.npy 2>&1)" ""
    runs run carpet --r 3 --device cpu --program ising.lua --steps 4 --npy s.npy --digest --json
    whole=$(json digest)
    for map in bb compact lanes; do
        runs run carpet --r 3 --device cpu --program ising.lua --steps 1 --init s.npy --digest --json --verify --map $map
        same "first digest by map $map" "$(json digest0)" "$whole"
    done
}

check_init_refusals() {
    local base=(run carpet --r 3 --device cpu --program)
    fails 2 "usage error: two.a.npy: field s is given by numbers '|u1' or a mask '|b1' of shape (9, 9), array\[y\]\[x\], in C order; found {*'shape': (27, 27), }" \
        run carpet --r 2 --device cpu --program ising.lua --init two.a.npy
    fails 2 "usage error: two.a.npy: field b is given by numbers '<f8' *" "${base[@]}" two.lua --init b=two.a.npy
    fails 2 "usage error: --init two.a.npy: two has several fields: give FIELD=FILE, of a, b" \
        "${base[@]}" two.lua --init two.a.npy
    fails 2 "usage error: --init c=two.a.npy: two has no field 'c' [(]the fields are a, b)" \
        "${base[@]}" two.lua --init c=two.a.npy
    fails 2 "usage error: --init a=x.npy: the field is given twice" "${base[@]}" two.lua --init a=two.a.npy --init a=x.npy
    fails 2 "usage error: absent.npy: cannot be opened: No such file or directory" "${base[@]}" two.lua --init a=absent.npy
    fails 2 "usage error: ising.lua: no .npy file of version 1*" "${base[@]}" ising.lua --init ising.lua
    head -c -1 s.npy >short.npy
    fails 2 "usage error: short.npy: holds less than the 729 bytes *" "${base[@]}" ising.lua --init short.npy
    { cat s.npy && echo; } >long.npy
    fails 2 "usage error: long.npy: holds more than the 729 bytes *" "${base[@]}" ising.lua --init long.npy
    { head -c $((128 + 28)) s.npy && printf '\1' && tail -c +$((128 + 30)) s.npy; } >hole.npy
    fails 2 "usage error: hole.npy: field s at (1, 1) is not 0, and there is no cell" "${base[@]}" ising.lua --init hole.npy
    { head -c $((128 + 27)) s.npy && printf '\2' && tail -c +$((128 + 29)) s.npy; } >large.npy
    fails 2 "usage error: large.npy: field s at (0, 1) is 2, and u1 holds less than 2" \
        "${base[@]}" ising.lua --init large.npy
}

check_frames() {
    runs "${known[@]}" --frames frames --apng walk.png --every 5
    same "frames" "$(cd frames && echo *)" "000000.png 000001.png 000002.png 000003.png 000004.png"
    runs "${known[@]/#20/15}" --png last.png
    same "a frame" "$(cmp last.png frames/000003.png 2>&1)" ""
    same "frames of the animation" "$(tr -d '\0' <walk.png | LC_ALL=C grep -ao fcTL | wc -l)" 5
    runs run vicsek --r 3 --device cpu --apng ca.png --frames ca --steps 3
    same "frames of ca" "$(cd ca && echo *) $(LC_ALL=C grep -ao fcTL ca.png | wc -l)" "000000.png 000001.png 000002.png 000003.png 4"
    touch ca/7.png ca/s.000009.png ca/000009.png  # what is no frame stays
    mkdir ca/000010.png
    ln -s 000000.png ca/000011.png
    { head -c 41 ca/000001.png; head -c 100 /dev/zero; } >ca/000012.png  # of another palette
    runs run vicsek --r 3 --device cpu --frames ca --steps 1
    same "frames of a shorter run" "$(cd ca && echo *)" \
        "000000.png 000001.png 000009.png 000010.png 000011.png 000012.png 7.png s.000009.png"
    runs run vicsek --r 2 --device cpu --program two.lua --apng two.png --frames two --steps 3 --every 3
    same "frames of fields" "$(cd two && echo *) $(echo two.?.png)" \
        "a.000000.png a.000001.png b.000000.png b.000001.png two.a.png two.b.png"
    fails 2 "usage error: --frames has no effect on workload sw: *" run vicsek --r 2 -w sw --frames x
    touch plain
    fails 1 "run-time error: plain: no folder, and none can be made: *" run vicsek --r 2 --frames plain --device cpu
}

# The rows of a sweep are those of runs with a value each; nothing is compiled twice.
check_sweep() {
    local sweep=(run sierpinski --r 5 --device cpu --program ising.lua --steps 40 --sweep T=1.0..2.0/3)
    runs "${sweep[@]}" --csv t.csv --plot t.svg --average 10 --json --digest
    same "columns" "$(sed -n 2p t.csv | cut -d, -f 1-10,18-)" \
        "T,e,m,samples,e.mean,e.variance,e.error,e.tau,e.settled,m.mean,abs(m).tau,abs(m).settled,m^2.mean,m^2.variance,m^2.error,m^2.tau,m^2.settled"
    same "values" "$(rows_in t.csv | cut -d, -f 1 | xargs)" "T 1 1.5 2"
    same "rows" "$(json_keys sweep) $(json sweep.1.T) $(json sweep.2.samples)" "3 1.5 31"
    local swept value
    swept=$(json digest)
    for value in 1 1.5 2; do
        runs run sierpinski --r 5 --device cpu --program ising.lua --steps 40 --set T=$value --average 10 --json --digest
        same "T = $value" "$(grep "^$value," t.csv | cut -d, -f 2-5 | sed 's/\.[0-9]*$//')" \
            "$(json observe.e | sed 's/\.0$//'),$(json observe.m),31,$(json averages.e.mean | sed 's/\.[0-9]*$//')"
        [[ $value == 1 ]] || same "cache" "$(json cache)" hit
    done
    same "the last state" "$swept" "$(json digest)"
    same "panels" "$(grep -c '<text>T</text>' t.svg)" 4
    runs "${sweep[@]}" --series steps.csv --every 40 --csv t.json --verify
    same "series" "$(rows_in steps.csv | cut -d, -f 1,2 | xargs)" "T,step 1,0 1.5,0 2,0 1,40 1.5,40 2,40"
    like "printed" "$out" "T = 1"$'\n'"observed    e = *T = 1.5*T = 2*workload    program*"
    same "without averages" "$(rows_in t.json | head -n 1 | cut -c 1-20)" '{"T": 1, "e": -190, '
}

check_sweep_refusals() {
    local base=(run vicsek --r 2 --program ising.lua --device cpu) value
    for value in T T= T=1, T=1,x T=1..2 T=1..2/1 T=1..2/x T=1../3 T=..2/3 T=1.2/3 T=1..2/3x =1..2/3 T=1..nan/3 T=1..2/100001; do
        fails 2 "usage error: --sweep $value: expected NAME=FROM..TO/COUNT, *" "${base[@]}" --sweep "$value"
    done
    fails 2 "usage error: --sweep TT=1..2/3: ising has no parameter 'TT': did you mean 'T'?*" "${base[@]}" --sweep TT=1..2/3
    fails 2 "usage error: --sweep T=1..2/3 and --set T=...: *" "${base[@]}" --sweep T=1..2/3 --set T=1
    fails 2 "usage error: --csv has no effect without --sweep or *" "${base[@]}" --csv x.csv
    fails 2 "usage error: --plot has no effect without --sweep or *" "${base[@]}" --plot x.svg
    fails 2 "usage error: --frames and --sweep or *" "${base[@]}" --sweep T=1..2/3 --frames x
    fails 2 "usage error: --sweep T=1..2/3 and --sweep T=1,2: *" "${base[@]}" --sweep T=1..2/3 --sweep T=1,2
    fails 2 "usage error: --sweep r=2..3 and --r: give the size its values once" "${base[@]}" --sweep r=2..3
    fails 2 "usage error: --sweep r=2,2.5: expected whole numbers, *" run carpet --program ising.lua --sweep r=2,2.5
    fails 2 "usage error: --r 40 is past the limits: *" run carpet --program ising.lua --sweep r=2,40 --steps 1000000
    fails 2 "usage error: --exchange and a --sweep of the size: *" run carpet --program ising.lua --sweep r=2,3 --sweep T=1,2 --exchange 2
    fails 2 "usage error: --plot x.svg: it draws over the values of one --sweep, here are 2" "${base[@]}" --sweep T=1,2 --sweep J=1,2 \
        --plot x.svg
    fails 2 "usage error: --seed 9..3: the seeds run backwards; *" "${base[@]}" --seed 9..3
    fails 2 "usage error: --seed 5..: expected a number on both sides, A..B" "${base[@]}" --seed 5..
    fails 2 "usage error: --copy 6: the copies have numbers from 0 to 5" "${base[@]}" --seed 1..3 --sweep T=1,2 --copy 6
    fails 4 "device or compiler error: --batch 3000000: a copy needs *" run carpet --r 7 --device cpu --seed 1..1000000 --batch 3000000
    fails 2 "usage error: --seed A..B has no effect on workload rd: *" run vicsek --r 2 --workload rd --seed 1..3
    fails 2 "usage error: --csv has no effect on workload ca: *" run vicsek --r 2 --seed 1..3 --csv c.csv
    fails 2 "usage error: --seed 1..3: expected a whole number *" emit vicsek --r 2 --seed 1..3
    fails 2 "usage error: --csv x.txt: expected a name that ends in .csv, *" "${base[@]}" --sweep T=1..2/3 --csv x.txt
    fails 2 "usage error: --plot x.png: a plot is an SVG; *" "${base[@]}" --sweep T=1..2/3 --plot x.png
    fails 2 "usage error: --sweep T=1..2/3: without --program *" run vicsek --r 2 --sweep T=1..2/3
    fails 2 "usage error: heat.lua:5: require*D = 0.*" run vicsek --r 2 --program heat.lua --sweep D=0.1..0.3/3
}

check_bench() {
    runs bench vicsek@3 --program ising.lua --set T=1.25 --map bb,lambda --samples 1 --no-rates --device cpu \
        --json b.json --csv b.csv --resume kept.json --quiet
    same "rows" "$("$NBB_JSONGET" b.json rows.0.workload) $("$NBB_JSONGET" b.json rows.0.program) $("$NBB_JSONGET" b.json \
        rows.1.param) ($("$NBB_JSONGET" b.json rows.0.rule))" "program ising vonneumann J=1 T=1.25 density=0.5 ()"
    same "one digest" "$("$NBB_JSONGET" b.json rows.0.digest)" "$("$NBB_JSONGET" b.json rows.1.digest)"
    like "columns" "$(head -n 1 b.csv)" "*,rule,program,param,map,*"
    runs bench vicsek@3 --program ising.lua --set T=1.5 --map bb --samples 1 --no-rates --device cpu --quiet \
        --resume kept.json
    same "another temperature is another row" "$("$NBB_JSONGET" --keys kept.json rows)" 3
    fails 2 "usage error: --workload ca and --program ising.lua: *" bench vicsek@3 --program ising.lua --workload ca
    fails 2 "usage error: nothing is left to measure, *--workload program: which one?*" \
        bench vicsek@3 --workload program --device cpu --quiet --no-rates
    fails 2 "usage error: *--set has no effect on workload ca: *" bench vicsek@3 --set T=1 --device cpu --quiet --no-rates
    fails 2 "usage error: --set m21: expected one of: m20, q20, s21*" bench vicsek@3 --set m21
}

# The kernels of a step in what `emit WORD...` prints, whatever they are called.
step_kernels() {
    "$NBBGEN" emit "$@" --kernel-only | sed -n -e '/^\/\/\|^#/d' -e '/_\(step\|persistent\)(/,/^}/{s/_\(ca\|life\)_/_/;p}'
}

# A program that is a rule has the rule's kernels, text for text, and its report the rule's fields.
check_rules() {
    local size map target words rule
    for size in "carpet --r 4 --map "{bb,lambda,compact,lanes} {"triangle --n 2000","tetrahedron --n 40"}" --storage "{packed,bits}" --map "{lambda,enum}; do
        for target in host cuda; do
            read -ra words <<<"$size --target $target"
            rule=B2/S23
            [[ $size != tetrahedron* ]] || rule=B2/S2,3
            same "the step on $size for $target" "$(step_kernels "${words[@]}" --program life)" \
                "$(step_kernels "${words[@]}" --workload ca --rule "$rule")"
        done
    done
    for map in bb lambda compact; do
        runs run carpet --r 3 --program life --set density=0.25 --map "$map" --device cpu --verify --json
        same "rule and density on $map" "$(json rule) $(json density)" "B2/S23 0.25"
    done
}

# Thresholds that are more than kernels take arguments: all maps, storages and targets read them from memory.
check_cases() {
    local many=$NBB_SOURCE_DIR/tests/programs/many_cases.lua wanted where rest=(bb lanes compact)
    runs run carpet --r 3 --program "$many" --map lambda --device cpu --steps 5 --verify --digest --json --quiet
    wanted=$(json digest)
    for where in "${rest[@]}"; do
        runs run carpet --r 3 --program "$many" --map $where --device cpu --steps 5 --digest --json --quiet
        same "many cases by $where" "$(json digest)" "$wanted"
    done
    runs run carpet --r 3 --program "$many" --device cpu --steps 2 --checkpoint saved --quiet
    runs run carpet --r 3 --program "$many" --device cpu --steps 5 --resume saved --digest --json --quiet
    same "resumed" "$(json digest)" "$wanted"
    runs emit carpet --r 3 --program "$many" --target host --steps 5 -o many.c
    same "host" "$(cc -std=c11 -O1 many.c -o many_cases -lm 2>&1 && ./many_cases | tr ',' '\n' | grep digest\":)" " \"digest\": \"$wanted\""
    for where in ${NBB_LONG:+lambda} lanes; do
        runs emit carpet --r 3 --program "$many" --map $where --target cuda --steps 5 -o many.cu
        emulated many.cu
        same "emulated $where" "$(json digest) $(json verified)" "$wanted true"
    done
    runs emit carpet --r 3 --program "$many" --map lambda --target cuda --kernel-only --json -o many.cu
    same "the table" "$(json arguments.table.rows.0.name) $(json arguments.table.rows.0.count)" "chance0 2304"
    same "its address" "$(json arguments.rows.3.name) $(json arguments.rows.3.type)" "thresholds const u64 *"
}

# Words of bits have their own rows, and thresholds of init in memory.
check_cases_of_bits() {
    local where wanted=""
    echo 'return program { state = { s = "u1" }, neighbours = "vonneumann", param = { p = 0.5 },
        init = { s = "chance(p * (x & 31) * (y & 31) / 500)" }, update = "s = chance(p * count(s) / 2);" }' >bits.lua
    for where in "carpet --r 3 --map "{bb,lanes} "triangle --n 70 --storage "{packed,bits}; do
        # shellcheck disable=SC2086 # the options are words
        runs run $where --program bits.lua --device cpu --verify --digest --json --quiet
        [[ $where != *@(lanes|bits) ]] || same "$where" "$(json digest)" "$wanted"
        wanted=$(json digest)
    done
    runs emit carpet --r 3 --map lanes --program bits.lua --target cuda -o bits.cu
    runs run carpet --r 3 --map lanes --program bits.lua --device cpu --digest --json --quiet
    wanted=$(json digest)
    emulated bits.cu
    same "emulated bits" "$(json digest) $(json verified)" "$wanted true"
}

for check in refusals cases cases_of_bits rules bench sweep sweep_refusals report totals same_outputs standalone_options \
    verified_totals series interrupted_series averages stop energy fields init init_refusals frames requirements; do
    "check_$check"
done
finish
