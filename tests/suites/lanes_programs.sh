#!/usr/bin/env bash
# lanes_programs.sh - programs on map lanes. Of bits: the brute force's digests (tests/oracle/programs.json), with several
# lanes, tiles and steps a launch, on the host and in the emulator, and the totals, which are counted in words. With a word
# for each value: what words of bits cannot compute, and sublattices and neighbours' degree, against map bb. NBB_LONG=1 (the sweep) has
# all ways.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
programs=$NBB_SOURCE_DIR/tests/oracle/programs

# The cases: fractal, program, digest, and what else is given.
cases=("sierpinski ising 0x6ebd508d4636dd47 --r 6 --steps 20 --seed 11 --set T=1.5"
       "carpet ising 0x898782f91e724883 --r 4 --steps 12 --seed 12 --set T=1.48"
       "sierpinski ising 0xf8f3d585c2a9b36f --r 5 --steps 9 --seed 13 --neighbours triangular --set density=0.3"
       "vicsek ising 0x38498eb90e6c176b --r 3 --steps 7 --seed 14 --set T=0.7 --set J=-1"
       "carpet wireworld 0x20be6a4352961deb --r 4 --steps 30 --seed 18"
       "carpet forest 0x91f80b4ca94c0f0b --r 4 --steps 30 --seed 19"
       "sierpinski sandpile 0xe24b94da7ea93e11 --r 6 --steps 25 --seed 20")

# check CASE OPTION...: the digest of a run of the case with the options.
check() {
    local fractal program digest options
    read -r fractal program digest options <<<"$1"
    shift
    # shellcheck disable=SC2086  # options are words
    nbbgen run "$fractal" $options "$@" --program "$programs/$program.lua" --map lanes --device cpu --digest --json --quiet
    same "$program on $fractal $*" "$(json digest)" "$digest"
}

# emulate CASE OPTION...: the same of emitted CUDA; fails where it is not run.
emulate() {
    local fractal program digest options
    read -r fractal program digest options <<<"$1"
    shift
    # shellcheck disable=SC2086
    nbbgen emit "$fractal" $options "$@" --program "$programs/$program.lua" --map lanes --target cuda -o x.cu
    emulated x.cu || return 1
    same "emulated $program on $fractal $*" "$(json digest)" "$digest"
}

# By other lanes and tiles than the numbers', and in place with a copy of the boundaries. Without options they are oracle_programs.sh's.
while read -r way; do
    # shellcheck disable=SC2086
    check "${cases[${way%% *}]}" ${way#* }
done < <(some 3 "0 --lanes 729" "0 --lanes 1" "1 --lanes 512" "1 --tile 3 --lanes 8" "1 --tile 1" "5 --tile 3 --lanes 1" \
    "6 --steps-per-launch 2 --tile 4 --lanes 27 --buffers 1" "6 --steps-per-launch 3 --tile 4" "5 --buffers 1" \
    "5 --tile 9 --lanes 8" "4 --steps-per-launch 2" "6 --buffers 1 --lanes 27" \
    "4 --tile 3 --lanes 512 --steps-per-launch 3" "3 --tile 3 --lanes 25" "0 --tile 8 --lanes 3" \
    "4 --buffers 1 --steps-per-launch 3 --tile 3")
same "in place" "$(json in_place)" true
# The same of persistent launches, whose steps have other arguments each time, and by both ways to permute words.
while read -r way; do
    # shellcheck disable=SC2086
    emulate "${cases[${way%% *}]}" ${way#* } </dev/null
done < <(some 3 "6 --steps-per-launch 2 --persistent grid" "0 --block 96" "4 --permuted memory" \
    "0 --persistent cluster --lanes 27" "1 --persistent cluster --tile 1" "4 --buffers 1 --persistent no" \
    "5 --persistent no --permuted memory" "5 --persistent cluster" "1 --persistent no" "4 --permuted registers --steps-per-launch 3")

# The command that an emitted file names, in a comment of one or several lines.
command_of() { sed -n '2,/^\/\/$/s,^//,,p' "$1" | tr -d '\n'; }

# Persistent launches, in memory and in a cluster, which small states of programs have unasked; a program gives them words
# of its parameters and which cell is first.
cat >wave.lua <<'LUA'
return program {
  state = { a = "u2", b = "u1" }, neighbours = "moore", param = { K = 2 },
  init = { a = "uniform(4)", b = "chance(0.5)" },
  update = [[ int near = sum(a) + int(K) + step % int(K); b = int(b) ^ (near % 3 == 0 ? 1 : 0) ^ (first ? 1 : 0); a = near + b; ]],
  observe = { a = "sum(a)", b = "sum(b)" },
}
LUA
while read -r way; do
    # shellcheck disable=SC2086
    nbbgen run ${way%|*} --program ./wave.lua --set K=5 --steps 11 --map bb --device cpu --digest --json --quiet
    digest="$(json digest) $(json observe.a) $(json observe.b)"
    # shellcheck disable=SC2086
    nbbgen emit ${way%|*} --program ./wave.lua --set K=5 --steps 11 ${way#*|} --target cuda -o x.cu
    emulated x.cu && same "wave on $way" "$(json digest) $(json observe.a) $(json observe.b)" "$digest"
done < <(some 2 "sierpinski --r 6|--persistent grid" "vicsek --r 4|--persistent no --buffers 1" "carpet --r 3|")
like "a small state" "$(command_of x.cu)" "*--persistent cluster*"
nbbgen emit vicsek --r 3 --program ./wave.lua --set K=5 --map lanes --target host -o x.c
"${CC:-cc}" -O1 -fopenmp x.c -o x -lm
status=0 && ./x --K 9 2>err || status=$?
same "past the next power of two" "$status $(cat err)" \
    "2 the program requires K from 0 to 8, for which these kernels are made, which does not hold with K = 9, maxdegree = 8"
status=0 && ./x >/dev/full 2>err || status=$?
like "a full disk" "$status $(cat err)" "1 *standard output: No space left on device"
cat >twice.lua <<'LUA'
return program { state = { s = "u1" }, neighbours = "moore", init = { s = "chance(0.5)" }, param = { T = 2 },
  update = "int f = count(s) - 4; s = chance(exp(-f / T) * f);" }
LUA
nbbgen emit vicsek --r 3 --program ./twice.lua --map lanes --target host -o x.c
"${CC:-cc}" -O1 -fopenmp x.c -o x -lm
same "an integer twice in a chance" "$(./x | tr ',' '\n' | grep -c '"verified": true')" 1
nbbgen run vicsek --r 3 --program ./wave.lua --steps 5 --device cpu --map lanes --sweep K=5..9/2 --csv rows.csv --quiet
for K in 5 9; do
    nbbgen run vicsek --r 3 --program ./wave.lua --steps 5 --device cpu --map bb --set K=$K --json --quiet
    same "K = $K of a sweep" "$(grep "^$K," rows.csv)" "$K,$(json observe.a),$(json observe.b)"
done
nbbgen emit sierpinski --r 9 --program "$programs/forest.lua" --target cuda -o x.cu
like "a program that draws" "$(command_of x.cu)" "*--lanes 243 *--persistent grid*"

# given_steps FRACTAL-AND-LEVEL PROGRAM OPTION...: the emulator's digests beside those of map bb on the host, of programs that ask for
# the step's number or take turns, in colours that tiles' places add to or do not, with neighbours farther off than one cell.
given_steps() {
    local where=$1 digest
    # shellcheck disable=SC2086
    nbbgen run $where --program "$NBB_SOURCE_DIR/tests/programs/$2.lua" --steps 13 --map bb --device cpu --digest --json --quiet
    digest="$(json digest) $(json observe.a)"
    # shellcheck disable=SC2086
    nbbgen emit $where --program "$NBB_SOURCE_DIR/tests/programs/$2.lua" --steps 13 --target cuda "${@:3}" -o x.cu
    emulated x.cu || return
    same "$2 on $where ${*:3}" "$(json digest) $(json observe.a)" "$digest"
}
while read -r way; do
    # shellcheck disable=SC2086
    given_steps "${way%|*}" ${way#*|}
done < <(some 3 "tetrix --r 5|parities --persistent grid" "sierpinski --r 6|clock --persistent cluster --steps-per-launch 2" "vicsek --r 4|far_turns --persistent grid" \
    "sierpinski --r 7|mixing --persistent grid --tile 4" "carpet --r 4|mixing --persistent no --permuted memory --tile 3 --buffers 1")
given_steps "carpet --r 4" parities --persistent no --tile 3 --buffers 1
given_steps "carpet --r 4" margolus --persistent no --tile 9 --steps-per-launch 3  # cells of tiles beside, too

# A threshold of its own for each of 128 values: 127 masks are handed to the function that draws.
cat >many.lua <<'LUA'
return program {
  state = { v = "u7" }, neighbours = "vonneumann", param = { p = 0.01 },
  init = { v = "uniform(128)" }, update = "if (chance(p * v[1, 0])) v += 3;",
}
LUA
many=(sierpinski --r 3 --steps 4 --program ./many.lua --map lanes)
runs run "${many[@]}" --device cpu --verify --digest --json
digest=$(json digest)
runs emit "${many[@]}" --target cuda -o many.cu
if emulated many.cu; then
    same "emulated thresholds of 127 masks" "$(json digest)" "$digest"
fi

# A variable that has two values in chances of reals, of the same words.
cat >again.lua <<'LUA'
return program { state = { s = "u1", t = "u1" }, neighbours = "moore", init = { s = "uniform(2)", t = "uniform(2)" },
  update = "int n = count(s); int b = n * 3 % 7; real p = 0.1 * b; s = chance(p); b = n * 5 % 7; p = 0.1 * b; t = chance(p);" }
LUA
runs run carpet --r 4 --program ./again.lua --map lanes --steps 3 --device cpu --verify

# Programs that have a word for each value: state, order and update.
words=('s = "u2", q = "u1"|synchronous|real p = uniform(); if ((x + y) % 3 == 0) s = s + count(s > here.s);
        q = chance(1.0 / cells * 90) || (p < 0.25 && any(q)); if (chance(p)) s += 1;'
       's = "u3", q = "u2"|sublattices|s += max(s - here.s) + x % 3; q += count(q > s); if (chance(1.0 * y / cells)) s -= 3;'
       's = "i32", q = "f64"|sublattices|s += max(s - here.s) + x % 3; q = 0.5 * q + 0.1 * sum(q) + uniform() * 0.01;
        if (chance(q)) s -= 3;'
       's = "i32", q = "f32"|synchronous|s += max(degree * s - here.degree) % 7; q += 0.01 * sum((q - here.q) / degree);'
       's = "u5", q = "f32"|sublattices|s += sum(degree) + first; q = 0.01 * sum(q / degree) + sum(first);')

# Writes program NUMBER of these, whose digest and totals by map bb with OPTIONS are $wanted.
prepare() {
    local state order update
    IFS='|' read -r -d '' state order update <<<"${words[$1]}"
    printf 'return program { state = { %s }, neighbours = "%s", order = "%s", init = { s = "uniform(16)", q = "uniform(2)" },
        update = [[%s]], observe = { a = "sum(s)", b = "max(q)", e = "pairs(here.s == there.s ? 1 : 0)" } }\n' \
        "$state" "$2" "$order" "$update" >words.lua
    runs run "${@:3}" --program ./words.lua --map bb --device cpu --digest --json --quiet
    wanted="$(json digest) $(json observe.a) $(json observe.b) $(json observe.e)"
}

# Compares a run on lanes with it, and emitted CUDA.
compare_words() {
    runs run "$@" --program ./words.lua --device cpu --digest --json --quiet
    same "map, values" "$(json map) $(json values)" "lanes words"
    same "words of $* " "$(json digest) $(json observe.a) $(json observe.b) $(json observe.e)" "$wanted"
}
emulate_words() {
    runs emit "$@" --program ./words.lua --target cuda -o x.cu
    emulated x.cu || return
    same "emulated words of $*" "$(json digest) $(json observe.a) $(json observe.e)" \
        "${wanted%% *} $(awk '{ print $2, $4 }' <<<"$wanted")"
}

numbers=("${!words[@]}")
for number in "${numbers[@]}"; do
    prepare "$number" vonneumann sierpinski --r 5 --steps 7 --seed 3
    compare_words sierpinski --r 5 --steps 7 --seed 3 $([[ $((number % 2)) -eq 0 ]] || echo "--tile 2")
    prepare "$number" moore carpet --r 3 --steps 7 --seed 3
    compare_words carpet --r 3 --steps 7 --seed 3 --tile 3
    [[ $((number % 2)) -ne 0 && -z ${NBB_LONG:-} ]] || emulate_words carpet --r 3 --steps 7 --seed 3 --tile 3
done
# Numbers that a block's cells share: of colours that tiles' places add to or do not, of stages, of words with some lanes alone, of
# lanes whose tiles are no multiple of anything; and of cells, where a lane is no whole number of tiles.
for way in "sierpinski --r 7 --tile 2|1" "sierpinski --r 7 --tile 8|0" "carpet --r 4|1" "vicsek --r 5 --tile 3|1" "menger --r 3 --tile 3|1" \
    "carpet --r 3 --tile 9|0"; do
    for more in "" "--set q=-2" "--set q=3e9"; do
        # shellcheck disable=SC2086
        runs run ${way%|*} --program "$NBB_SOURCE_DIR/tests/programs/shared_draws.lua" --map lanes --steps 3 --device cpu --verify $more
    done
    # shellcheck disable=SC2086
    runs emit ${way%|*} --program "$NBB_SOURCE_DIR/tests/programs/shared_draws.lua" --map lanes --target host -o shared.c
    same "a block's draws" "$(grep -c "nbb_draw_block(numbers" shared.c)" "${way#*|}"
done
prepare 0 vonneumann sierpinski --r 5 --steps 7 --seed 3
nbbgen run sierpinski --r 5 --program ./words.lua --device cpu --json
same "why" "$(json values_because)" \
    "./words.lua:2: update:45: bits of words cannot compute this: cells of a word differ in coordinates; x % 2, or a field that init sets by them, would do"
like "remark" "$err" "*map lanes takes a word for each value: ./words.lua:2: update:*"
fails 2 "usage error: --lanes 27: a word holds one value of program words: ./words.lua:2: update:*" \
    run sierpinski --r 5 --program ./words.lua --device cpu --lanes 27 --quiet
fails 2 "usage error: --lanes 27: a word holds one value of program heat: its fields are not all of u1 to u8" \
    run sierpinski --r 5 --program heat --device cpu --lanes 27 --quiet
cat >far.lua <<'LUA'
return program { state = { s = "u1" }, neighbours = { {8, 0}, {-8, 0} }, init = { s = "uniform(2)" }, update = "s = any(s && degree == 2);" }
LUA
runs run carpet --r 5 --program ./far.lua --map lanes --device cpu --json --verify
same "why values, cell by cell" "$(json values_because)" "its neighbours are farther off than a tile of lanes is wide"
cat >placed.lua <<'LUA'
return program { state = { s = "u1" }, neighbours = "vonneumann", init = { s = "uniform(2)" }, update = "s = any(s);", observe = { m = "sum(x * s)" } }
LUA
runs info carpet --r 5 --program ./placed.lua
like "why looks go cell by cell" "$out" "*operations a cell and step; observables cell by cell: ./placed.lua:1: observe.m:*differ in coordinates*"
runs run carpet --r 5 --program ./far.lua --device cpu --json --verify
same "map where neighbours are too far" "$(json map)" compact
cat >branch.lua <<'LUA'
return program {
  state = { a = "u2" }, neighbours = "moore", init = { a = "uniform(4)" },
  update = "if (exists[0, 1]) a += count(a > 1) + uniform(a); else a += sum(degree) + (first ? 1 : 0);",
}
LUA
for fractal in vicsek carpet; do  # what only a cell without that neighbour asks for
    runs run $fractal --r 3 --program ./branch.lua --map lanes --tile 9 --steps 5 --device cpu --verify
    runs emit $fractal --r 3 --program ./branch.lua --map lanes --tile 9 --target host -o branch.c
    same "branch.c" "$(cc -std=c11 -fopenmp -fsyntax-only branch.c 2>&1)" ""
done
echo 'return program { state = { a = "u3" }, neighbours = { near = "moore", far = box(4) }, param = { k = 5 },
  init = { a = "uniform(8)" }, update = "a = count(far, a >= (int(k) & 7)) / 7;" }' >bound.lua
runs run sierpinski --r 5 --program ./bound.lua --map lanes --steps 3 --device cpu --verify
echo 'return program { state = { s = "u1", t = "u2" }, neighbours = { near = box(3), far = disc(6) }, init = { s = "uniform(2)", t = "uniform(4)" },
  update = "s = 2 * count(far, s) > degree; t = t + count(t > 1) % 3 + degree % 2;" }' >majority.lua
for row in "carpet --r 4 --map lanes" "triangle --n 90 --map lambda --storage bits"; do  # a degree is a count of neighbours, too
    # shellcheck disable=SC2086  # the row is words
    runs run $row --program ./majority.lua --steps 3 --device cpu --verify
    # shellcheck disable=SC2086
    runs emit $row --program ./majority.lua --steps 3 --target cuda -o majority.cu
    emulated majority.cu
    same "$row" "$(json verified)" true
done
# Cells that go along rows of a patch on a processor, with regions that reach past several others; on a set so sparse they go one by one.
for row in "carpet --r 4|around|1" "sierpinski --r 6|around|1" "mixed_carpet --r 3|around|1" "vicsek --r 4|around|1" "carpet --r 3 --tile 3|around|1" "menger --r 2|around3|1" \
    "cantor --r 6|around|0"; do
    IFS='|' read -r where program by_rows <<<"$row"
    for map in $(some 3 compact bb lambda) lanes; do
        [[ $map != bb || $where != *--tile* ]] || continue
        # shellcheck disable=SC2086  # the row is words
        runs run $where --program "$NBB_SOURCE_DIR/tests/programs/$program.lua" --map $map --steps 3 --device cpu --verify
        # shellcheck disable=SC2086
        runs emit $where --program "$NBB_SOURCE_DIR/tests/programs/$program.lua" --map $map --target host -o around.c
        same "rows of $row on $map" "$(grep -c "nbb_update_row(&patch" around.c)" "$by_rows"
    done
done
echo 'return program { state = { s = "u2" }, neighbours = box(3), init = { s = "uniform(4)" }, update = "s = count(s == here.s);" }' >here.lua
runs run carpet --r 3 --program ./here.lua --map bb --steps 3 --device cpu --verify  # a loop that asks for the cell's own value
# Four colours, of tiles whose places tell one half of a cell's; three, of tiles whose places padding asks for, too.
runs run sierpinski --r 6 --program "$programs/ising.lua" --neighbours moore --map lanes --tile 2 --steps 3 --device cpu --verify
runs emit sierpinski --r 6 --program "$programs/ising.lua" --neighbours triangular --map lanes --tile 8 --lanes 9 --persistent no --steps 3 --target cuda -o colours.cu
emulated colours.cu
same "verified" "$(json verified)" true
# Counts over a larger radius: a box has the tiles of a parent, some more shared memory than a kernel may declare.
radius() {  # RADIUS TILES ARGUMENT...
    sed "s/box(9)/box($1)/" "$NBB_SOURCE_DIR/tests/programs/radius.lua" >radius.lua
    runs run "${@:3}" --program ./radius.lua --map lanes --steps 3 --device cpu --digest --json --quiet
    wanted=$(json digest)
    runs emit "${@:3}" --program ./radius.lua --map lanes --steps 3 --target cuda -o radius.cu
    same "tiles of a box" "$(sed -n 's/^#define FAMILY \([0-9]*\)u.*/\1/p' radius.cu)" "$2"
    emulated radius.cu
    same "digest of $*" "$(json digest) $(json verified)" "$wanted true"
}
radius 10 8 carpet --r 6
asked=$(sed -n 's/.*_step<<<.*, \([0-9]*\)>>>.*/\1/p' radius.cu)
same "shared memory" "$((asked > 49152)) $(grep -c "extern __shared__ uint4 shared\[\];  // $asked bytes" radius.cu)" "1 1"
runs emit carpet --r 6 --program ./radius.lua --map lanes --target cuda --kernel-only -o radius.cu
same "shared memory of the kernel's text" "$(grep -c "_STEP_SHARED $asked \|; $asked bytes of shared memory a block" radius.cu)" 2
radius 5 8 carpet --r 6 --tile 9
radius 9 5 vicsek --r 6 --tile 9
radius 6 1 mixed_carpet --r 4
runs run carpet --r 4 --program "$NBB_SOURCE_DIR/tests/programs/beside.lua" --map lanes --steps 3 --device cpu --verify
runs emit carpet --r 4 --program "$NBB_SOURCE_DIR/tests/programs/beside.lua" --map lanes --steps 3 --target cuda -o beside.cu
emulated beside.cu
same "verified" "$(json verified)" true
# Three axes: tiles that permute their words, of several levels; a list with a gap goes by values.
for row in "menger --r 3" "menger --r 3 --tile 9 --lanes 20" "vicsek3 --r 3"; do
    # shellcheck disable=SC2086  # the row is words
    runs run ${row%% --tile*} --program "$NBB_SOURCE_DIR/tests/programs/space.lua" --map bb --steps 3 --device cpu --digest --json --quiet
    wanted="$(json digest) $(json observe)"
    # shellcheck disable=SC2086
    runs run $row --program "$NBB_SOURCE_DIR/tests/programs/space.lua" --steps 3 --device cpu --digest --json --quiet
    same "$row" "$(json map) $(json digest) $(json observe)" "lanes $wanted"
    # shellcheck disable=SC2086
    runs emit $row --program "$NBB_SOURCE_DIR/tests/programs/space.lua" --map lanes --steps 3 --target cuda -o space.cu
    emulated space.cu
    same "$row, emulated" "$(json digest) $(json observe) $(json verified)" "$wanted true"
done
echo 'return program { state = { s = "u1" }, neighbours = { gap = { {3, 0, 0}, {1, 0, 0} }, near = box(3) }, init = { s = "x % 2" },
  update = "s = count(near, s) > 50 || count(gap, s) > 1;" }' >gap.lua
runs info menger --r 3 --program ./gap.lua
like "a list with a gap" "$out" "*lanes *values in words*"
echo 'return fractal { levels = { { layout = { "#####", "#####", "#####", "#####", "#####" } }, { layout = { "##.##.##.##.##.##.##.##." } } } }' >wide.lua
radius 5 1 ./wide.lua --r 3 --tile 5 --lanes 25  # more tiles around a family than cells tell
fails 2 "usage error: 2147483647 steps: program parities adds coordinates to the step's number, which is an int for 2147483479 steps" \
    run carpet --r 4 --program "$NBB_SOURCE_DIR/tests/programs/parities.lua" --steps 2147483647 --device cpu
fails 2 "usage error: --steps-per-launch 2: *each colour's turn is a launch" \
    run sierpinski --r 6 --program "$programs/ising.lua" --map lanes --steps-per-launch 2 --device cpu
fails 2 "usage error: --steps-per-launch 2: *from 1 to 1, for \`first\` is known for a tile's own cells alone" \
    run sierpinski --r 6 --program ./wave.lua --map lanes --steps-per-launch 2 --device cpu
fails 2 "usage error: --persistent grid has no effect on program heat: persistent launches need words of bits" \
    emit sierpinski --r 6 --program heat --map lanes --persistent grid
fails 2 "usage error: --persistent grid and --steps-per-launch 2: program ising does a step, or a turn of one, between two waits*" \
    emit vicsek --r 6 --program "$programs/ising.lua" --map lanes --persistent grid --steps-per-launch 2
fails 2 "usage error: --buffers 1 has no effect on program ising: sublattices take their turns in one state*" \
    run sierpinski --r 6 --program "$programs/ising.lua" --map lanes --buffers 1 --device cpu
fails 2 "usage error: --buffers 2 has no effect on program heat: words of values go between two states" \
    run sierpinski --r 6 --program heat --map lanes --buffers 2 --device cpu
finish
