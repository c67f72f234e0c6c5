#!/usr/bin/env bash
# shards.sh - ranks that share a state: under mpirun on the host target they come to what one process does, whatever
# their number; a rank that fails or is killed ends all, and what they saved goes on. The CUDA kernels of all ranks run in the emulator. How even
# their shares are is test_needs's, GPUs are device/scaling.sh's, more of everything is sweeps/shards_all.sh's.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
# shellcheck source=tests/suites/ranks.bash
source "${BASH_SOURCE[0]%/*}/ranks.bash"

agree "1 5" sierpinski --r 10 --tile 4
agree "4" sierpinski --r 10 --tile 4 --steps-per-launch 2 --steps 5
agree "3" vicsek --r 7 --tile 3 --buffers 1
agree "3" carpet --r 5 --map compact --tile 9 --intra lut --verify
long agree "3" candy --r 5 --tile 4
long agree "2" carpet --r 5 --program heat --tile 9
long agree "2" carpet --r 6 --program ising --tile 9 --lanes 64 --steps 5
long agree "5" cantor --r 14 --tile 3 --rule B1/S01
long agree "3" "$NBB_SOURCE_DIR/examples/relative.lua" --r 9 --program ising --map lanes --steps 4
long agree "3" irregular_gasket --r 10 --program forest_fire --tile 4
long agree "3" carpet --r 4 --program forest_fire --map compact --tile 3 --steps 8 --verify
long agree "3" vicsek --r 6 --program "$NBB_SOURCE_DIR/tests/programs/mixing.lua" --tile 3 --steps 1
long agree "2" carpet --r 4 --program "$NBB_SOURCE_DIR/tests/programs/many_cases.lua" --verify
long agree "2" carpet --r 4 --program "$NBB_SOURCE_DIR/tests/programs/lists.lua" --tile 9 --steps 1
long agree "3" "$NBB_SOURCE_DIR/examples/relative.lua" --r 7 --map compact --tile 4 --rule B12/S23
agree "3" "$NBB_SOURCE_DIR/examples/relative.lua" --r 8 --map lanes --tile 4 --lanes 3 --steps-per-launch 2
long agree "2" "$NBB_SOURCE_DIR/examples/relative.lua" --r 6 --program forest_fire --map compact --tile 4 --steps 8
long agree "7" triangle --n 300
long agree "3" tetrahedron --n 50 --verify
agree "3" triangle --n 2000 --storage bits --steps 19
agree "2" triangle --n 1500 --program wireworld --storage bits --steps 3
long agree "3" tetrahedron --n 100 --program potts --storage bits --steps 3
long agree "3" triangle --n 3000 --program larger_than_life --storage bits --steps 3
agree "3" triangle --n 200 --workload sw
long agree "3" triangle --n 100 --program grayscott --verify

# Neighbours two and three cells away, and pairs of these.
cat >far.lua <<'END'
return program {
  state = { on = "u1" }, neighbours = { { 2, 0 }, { -2, 1 }, { 0, 3 } }, init = { on = "chance(0.5)" },
  update = "on = sum(on) >= 1 && !on;", observe = { joined = "pairs(here.on == there.on ? 1 : 0)", all = "sum(on)" },
}
END
agree "3" carpet --r 6 --program ./far.lua --tile 3 --every 2 --series far.csv
long agree "5" carpet --r 6 --program ./far.lua --map compact
long agree "2" triangle --n 100 --program ./far.lua

# parted MEMORY PASS SUBJECT [OPTION...]: in parts that fit so many bytes, so many steps at a time, or as the plan says: what the
# whole state comes to. Pictures, rows and checkpoints are of the state, wherever it lies.
has_parts() {
    [[ $(json parts 2>&1) =~ ^([2-9]|[1-9][0-9]+)$ ]]
    judge $? "parts" "$(json parts 2>&1)" "several"
}
parted() {
    local wanted
    runs run "${@:3}" --device cpu --digest --json --quiet
    wanted=$(state)
    for pass in "" "$2"; do
        runs run "${@:3}" --memory "$1" ${pass:+--pass "$pass"} --device cpu --digest --json --quiet
        same "state" "$(state)" "$wanted"
        has_parts
    done
}
parted 500K 7 sierpinski --r 14 --steps 20 --tile 4
long parted 1M 5 vicsek --r 10 --steps 13 --steps-per-launch 2 --tile 9 --seed 1..2
echo 'return program { state = { a = "f32", b = "f64" }, neighbours = "moore", init = { a = "uniform()" }, update = "a += 0.01 * sum(a); b += a;" }' >widths.lua
parted 600K 7 "$NBB_SOURCE_DIR/examples/relative.lua" --r 9 --program ./widths.lua --steps 20
long parted 1900K 3 carpet --r 7 --program larger_than_life --steps 4 --tile 9 --lanes 8
echo 'return program { state = { u = "f32" }, neighbours = "moore", global = { M = "sum(u)" }, init = { u = "x" }, update = "u = sum(u) / 16 + M / cells;", observe = { M = "M" } }' >mean.lua
parts=(run sierpinski --r 9 --program ./mean.lua --tile 4 --device cpu --digest --json --quiet)
runs "${parts[@]}" --steps 4 --every 2 --series whole.csv --png whole.png
wanted=$(last)
runs "${parts[@]}" --steps 2 --memory 130K --checkpoint parts --every 2 --series parts.csv
runs "${parts[@]}" --steps 4 --memory 130K --resume parts --every 2 --series parts.csv --png parts.png
same "state" "$(last)" "$wanted"
same "rows and picture" "$(diff <(rows_in whole.csv) <(rows_in parts.csv); cmp whole.png parts.png 2>&1)" ""
fails 4 "* at r = 14 with map lanes needs * bytes (*), --memory gives 4096; *buffers of its parts do not fit 4096 bytes; * are enough, and the whole state may take less" \
    run sierpinski --r 14 --memory 4K --device cpu
# Thousands of parts that do not fit are reported by the first of them: else this takes minutes.
fails 4 "* at r = 20 with map lanes needs *; *buffers of its parts do not fit 65536 bytes; * are enough" \
    run sierpinski --r 20 --memory 64K --device cpu
fails 2 "* needs * bytes (*), --memory gives 4096; *map compact: map lanes of fractals alone advances parts*" run sierpinski --r 14 --map compact --memory 4K --device cpu
echo 'return program { state = { a = "f64", b = "f64", c = "f64", d = "f64", e = "f64", f = "f64", g = "f64", h = "f64" }, update = "a += b;" }' >reals.lua
fails 2 "* needs * bytes (*), --memory gives 4096; *; by parts: * an address reaches 9223372036854775807; *" \
    run carpet --r 19 --program ./reals.lua --memory 4K --device cpu
fails 2 "*only ca and programs have steps*" run sierpinski --r 14 --workload sw --memory 4K --device cpu
fails 2 "*; by parts: --pass 2: the program's globals are totals of the whole state *" run sierpinski --r 10 --program ./mean.lua --memory 300K --pass 2 --device cpu
runs run sierpinski --r 5 --state whole --device cpu
same "remarks" "$err" ""
runs run sierpinski --r 5 --pass 3 --device cpu
like "remark" "$err" "nbbgen: --pass 3 has no effect: the whole state fits *"
fails 4 "* the device has * free; *" run sierpinski --r 30 --memory 1000000G --device cpu  # more than there is
fails 2 "*--memory 4X: expected bytes*" run sierpinski --r 14 --memory 4X --device cpu

# A state in files comes to what the whole one does, whatever kills the run, NBB_KILLS times; its step never falls back.
filed=(run sierpinski --r 13 --program forest_fire --tile 4 --device cpu --every 3)
in_files=("${filed[@]}" --steps 17 --memory 400K --pass 2 --series filed.csv --state)
runs "${filed[@]}" --steps 17 --series whole.csv --digest --json --quiet
wanted=$(json population) wanted+=" $(json digest)"
step=0
for ((kill = 0; kill < ${NBB_KILLS:-2}; ++kill)); do
    "$NBBGEN" "${in_files[@]}" filed --quiet >"$scratch/out" 2>"$scratch/err" </dev/null &
    sleep 0.$((RANDOM % 60 + 10))
    kill -KILL $! 2>/dev/null
    command="${in_files[*]}, killed"
    wait $! 2>/dev/null
    same "message" "$(<"$scratch/err")" ""
    found=$([[ ! -e filed/state.json ]] || "$NBB_JSONGET" filed/state.json step)
    at_most "steps lost" $((step - ${found:-0})) 0
    step=${found:-0}
done
runs "${in_files[@]}" filed --digest --json --quiet
same "state" "$(json population) $(json digest)" "$wanted"
same "rows" "$(diff <(rows_in whole.csv) <(rows_in filed.csv))" ""
runs "${in_files[@]}" filed --digest --json --quiet  # no step is left: 11 passes end in the second file
same "state, read again" "$(json population) $(json digest)" "$wanted"

# What is not this run's, is damaged or has no room is reported before the first step, and left as it is.
fails 2 "*filed/state.json does not fit: seed is 1 there, 2 here" "${in_files[@]}" filed --seed 2
fails 2 "*state is laid out as nbb_*, 243 lanes has it, the run's as nbb_*, 9 lanes: *" "${in_files[@]/400K/900K}" filed --lanes 9
fails 2 "*--state filed: the state is of step 17, past --steps 12, which is the total" "${in_files[@]/#17/12}" filed
fails 2 "usage error: filed/state.json does not fit: parameter f is * there, 0.5 here" "${in_files[@]}" filed --set f=0.5
fails 2 "*--checkpoint and --state: *" "${in_files[@]}" filed --checkpoint saved
flock filed sleep 5 &
sleep 0.5
fails 2 "*--state filed: another run has its state there" "${in_files[@]}" filed
wait $!
file=filed/$("$NBB_JSONGET" filed/state.json file)
printf '\1\2\3\4' | dd of="$file" bs=1 seek=1000 conv=notrunc status=none
fails 2 "*words: is damaged: population and digest are *, were *" "${in_files[@]}" filed
truncate -s -1 "$file"
fails 2 "*words: has * bytes, its state has *" "${in_files[@]}" filed
printf '{' >filed/state.json
fails 2 "*filed/state.json: is no manifest of a state" "${in_files[@]}" filed
command="--state, files limited"
like "message" "$(trap '' XFSZ && ulimit -f 20 && "$NBBGEN" "${in_files[@]}" small 2>&1 >/dev/null)" \
    "nbbgen: run-time error: small/even.words: no room for * bytes: File too large; two such files are wanted"

# A sweep of a parameter: the same averages, reported by rank 0.
sweep=(run carpet --r 5 --program ising --tile 3 --lanes 64 --sweep T=1..3/3 --steps 6 --average 2 --device cpu --digest --json --quiet)
runs "${sweep[@]}" --series one.csv
wanted=$(last)
ranks 3 "${sweep[@]}" --series many.csv
same "state" "$code $err$(last)" "0 $wanted"
same "rows" "$(diff <(rows_in one.csv | sort) <(rows_in many.csv | sort))" ""  # ranks do a value after the other
ranks 2 "${sweep[@]}" --own-noise --exchange 2
like "message" "$code $err" "2 *usage error: --exchange 2: ranks that share a state advance one copy at a time; *"

# Files are rank 0's: pictures, arrays and series are those of one process, byte for byte, also where three ranks have
# saved the state and two go on from there. One process goes on too, on another map.
ising=(run carpet --r 5 --program ising --device cpu --digest --json --quiet)
lanes=(--tile 3 --lanes 64 --every 2 --average 6)
runs "${ising[@]}" "${lanes[@]}" --steps 8 --png one.png --npy one.npy --series one.csv --frames one
wanted=$(last)
ranks 3 "${ising[@]}" --tile 3 --lanes 64 --every 2 --steps 5 --checkpoint saved --series many.csv --frames many
same "exit code" "$code $err" "0 "
ranks 2 "${ising[@]}" "${lanes[@]}" --steps 8 --resume saved --png many.png --npy many.npy --series many.csv --frames many
same "exit code" "$code $err" "0 "
same "state" "$(last)" "$wanted"
for file in png npy; do
    same "$file" "$(cmp "one.$file" "many.$file" 2>&1)" ""
done
same "csv" "$(diff <(rows_in one.csv) <(rows_in many.csv))" ""
same "frames" "$(diff -r one many 2>&1)" ""
runs "${ising[@]}" --map compact --steps 8 --resume saved --every 2 --average 6
same "state" "$(last)" "$wanted"

# Of a triangle too, whose cells are not in the order of its tiles.
triangle=(run triangle --n 200 --device cpu --digest --json --quiet)
runs "${triangle[@]}" --steps 8 --npy one.npy
wanted=$(last)
ranks 3 "${triangle[@]}" --steps 5 --checkpoint triangle
ranks 2 "${triangle[@]}" --steps 8 --resume triangle --npy many.npy
same "state" "$code $err$(last)" "0 $wanted"
same "array" "$(cmp one.npy many.npy 2>&1)" ""

# Files say what the first state is, by the rank that has the cell.
printf 'x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n' >glider.rle
runs run carpet --r 6 --rule life --init glider.rle --at 30,0 --device cpu --digest --json --quiet
wanted=$(state)
ranks 3 run carpet --r 6 --rule life --init glider.rle --at 30,0 --device cpu --digest --json --quiet
same "state" "$(state)" "$wanted"

# A part that is torn is reported by the rank that reads it.
cp -r saved torn
truncate -s 1 torn/step-000000000005/s.0.rank1.bin
ranks 3 "${ising[@]}" --tile 3 --lanes 64 --steps 8 --resume torn
same "exit code" "$code" 2
like "message" "$err" "*nbbgen: usage error: torn/step-000000000005/s.0.rank1.bin: is torn: *"

# A rank whose disk is full: all end, rank 0 says why, what was whole stays and nothing half-written.
cat >limited <<'END'
#!/usr/bin/env bash
[[ $OMPI_COMM_WORLD_RANK != 1 ]] || { trap '' XFSZ; ulimit -f 20; }
exec "$@"
END
chmod +x limited
full=(run sierpinski --r 13 --device cpu --quiet --checkpoint full)
ranks 3 "${full[@]}" --steps 2
command="mpirun, a rank's files limited"
code=0
said=$(mpirun --oversubscribe --mca btl self,tcp -n 3 ./limited "$NBBGEN" "${full[@]}" --steps 4 --resume full 2>&1 >/dev/null </dev/null) ||
    code=$?
same "exit code" "$code" 1
same "message" "$(grep -c '^nbbgen: .*/alive.0.rank1.bin: cannot be written: File too large; the checkpoint of step 2 is whole: ' <<<"$said")" 1
same "left behind" "$(ls -A full)" step-000000000002

# Two names of this machine are two hosts; what would log in at the second one runs its command here.
printf 'localhost slots=1\n127.0.0.2 slots=1\n' >hosts
cat >log_in <<'END'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
exec bash -c "${*:2}"
END
chmod +x log_in
runs run sierpinski --r 12 --device cpu --digest --json --quiet
wanted=$(state)
command="mpirun --hostfile"
mpirun --mca plm_rsh_agent "$PWD/log_in" --hostfile hosts -n 2 "$NBBGEN" run sierpinski --r 12 --device cpu --digest --json --quiet >"$scratch/out" 2>&1 </dev/null
same "state" "$(state)" "$wanted"

# What srun tells: without an interface to MPI each task would do all the work, and another MPI's processes as well.
SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=1 nbbgen run sierpinski --r 5 --device cpu
same "exit code" "$code" 4
like "message" "$err" "*compiler error: started as one of 3 processes that MPI knows nothing of: *srun --mpi=pmix*"
PMI_RANK=0 PMI_SIZE=2 nbbgen run sierpinski --r 5 --device cpu
same "exit code" "$code" 4
like "message" "$err" "*compiler error: started as one of 2 processes that MPI knows nothing of: *"

# What ranks have no part for is refused, by rank 0 alone, with its exit code.
refused() {
    ranks 3 run "${@:2}" --device cpu
    same "exit code" "$code" 2
    same "message" "$(grep -c "^nbbgen: usage error: $1" <<<"$err")" 1
}
refused "--tuned: a run by several ranks" sierpinski --r 12 --tuned
long refused "--checkpoint full: holds a checkpoint of step 2 already" sierpinski --r 13 --checkpoint full
refused "map lambda by 3 ranks" sierpinski --r 12 --map lambda
long refused "map enum by 3 ranks" triangle --n 300 --map enum
long refused "triangle at n = 10 with map lambda has 1 group of 1 item" triangle --n 10 --tile 16
refused "sierpinski at r = 6 with map lanes has 1 group of 32 items" sierpinski --r 6

# What is to be said is said by rank 0: a remark, a mistake in the words, a file that cannot be had. The others, which are
# ended for it, say nothing.
# said_once CODE MESSAGE ARGUMENT...
said_once() {
    ranks 3 "${@:3}"
    same "exit code" "$code" "$1"
    same "messages" "$(grep '^nbbgen: ' <<<"$err")" "nbbgen: $2"
}
said_once 0 "no GPU (no CUDA driver: /nowhere/libcuda.so: cannot open shared object file: No such file or directory): the host target runs it" run sierpinski --r 12
said_once 2 "usage error: unknown option '--bogus' of nbbgen run; see nbbgen run --help" run sierpinski --r 12 --bogus
long said_once 2 "usage error: unknown command 'frob'; see nbbgen --help" frob
long said_once 1 "run-time error: nowhere/x.png: cannot be created: No such file or directory" run sierpinski --r 12 --device cpu --png nowhere/x.png
said_once 1 "run-time error: /dev/full: cannot be written: No space left on device" run carpet --r 5 --tile 3 --device cpu --png /dev/full

# Ranks that were started with other words would wait for each other.
same_words=(run sierpinski --r 12 --device cpu)
said_once 2 "usage error: rank 3 of 4 was started with other words than rank 0, or is another nbbgen: ranks share one run" \
    "${same_words[@]}" : -n 1 "$NBBGEN" "${same_words[@]}" --steps 3

# What one alone finds wrong is said by that one, when none has spoken for a while.
ranks 3 "${same_words[@]}" : -n 1 "$NBBGEN" "${same_words[@]}" --bogus
like "exit code, message" "$code $err" "2 *nbbgen: usage error: unknown option '--bogus' of nbbgen run; see nbbgen run --help*"

# saved FOLDER: waits until a checkpoint is there, for ten seconds.
saved() {
    local waited
    for ((waited = 0; waited < 100; ++waited)); do
        [[ ! -e $(echo "$1"/step-*/manifest.json) ]] || break
        sleep 0.1
    done
}

# signalled NAME FOLDER EVERY: a run that saves there so often gets the signal at its second rank, once it has worked for a while.
signalled() {
    local launcher
    rm -rf "$2"
    mpirun --oversubscribe -n 3 "$NBBGEN" run sierpinski --r 13 --device cpu --steps 100000000 --quiet \
        --checkpoint "$2" --every "$3" >"$scratch/out" 2>"$scratch/err" </dev/null &
    launcher=$!
    command="mpirun, of which a rank gets SIG$1"
    saved "$2"
    begin=$(now_ms)
    kill "-$1" "$(pgrep -P "$launcher" | sed -n 2p)"
    code=0
    wait "$launcher" || code=$?
    unlike "exit code" "$code" 0
    at_most "milliseconds until all have ended" $(($(now_ms) - begin)) $((20000 * patience))
}

# One that is asked to end lets all save the state of the same step; one that is killed ends all. What is in the folder
# is whole: a run by one process goes on from it, and comes to what one does that nobody ended.
continues() {
    step=$(find ended -name 'step-*' | sort | tail -n 1)
    step=$((10#${step#ended/step-} + 3))
    runs run sierpinski --r "$1" --device cpu --steps $step --digest --json --quiet
    wanted=$(json digest)
    runs run sierpinski --r "$1" --device cpu --steps $step --digest --json --quiet --resume ended
    same "digest" "$(json digest)" "$wanted"
}
for name in TERM KILL; do
    signalled $name ended $([[ $name == KILL ]] && echo 200 || echo 1s)
    [[ $name == KILL ]] ||
        same "message" "$(grep -c '^nbbgen: run-time error: interrupted after step [0-9]*: go on by --resume ended$' "$scratch/err")" 1
    continues 13
done
# Between two passes a part may be on its way: the state that is saved, at a time or at the end, has it.
for signal in KILL ${NBB_LONG:+INT}; do
    rm -rf ended
    "$NBBGEN" run sierpinski --r 15 --map lanes --device cpu --memory 1200K --steps 100000000 --quiet --checkpoint ended --every 1s >/dev/null 2>&1 &
    saved ended
    kill -$signal $!
    wait $! 2>/dev/null
    continues 15
done

# A bench by numbers of ranks: rank 0 alone writes, the same digest for all, and how each number scales.
scaled=(bench sierpinski@10,11 --map lanes --tile 4 --device cpu --no-rates --samples 1 --quiet --json -)
ranks 3 "${scaled[@]}" --ranks 1,2
same "exit code" "$code $err" "0 "
same "ranks" "$(for i in 0 1 2 3; do json rows.$i.ranks; done | paste -sd ' ')" "1 2 1 2"
same "digest" "$(json rows.2.digest)" "$(json rows.3.digest)"
same "one rank's scaling" "$(json rows.2.strong) $(json rows.2.weak)" "null null"
like "scaling" "$(json rows.3.strong) $(json rows.3.weak)" "[0-9]*.* [0-9]*.*"
fails 2 "usage error: nothing is left to measure, *: --ranks 3: 1 runs it; more do by *" bench sierpinski@11 --device cpu --no-rates --quiet --ranks 3
ranks 2 bench sierpinski@12 --device cpu --tune
same "exit code" "$code" 2
like "message" "$err" "*usage error: --tune: a bench by several ranks searches nothing*"

# What ranks would have and exchange is reported without them: the same both ways.
runs info sierpinski --r 22 --ranks 3 --json
same "items" "$(($(json ranks.0.items) + $(json ranks.1.items)))" "$(json ranks.2.first_item)"
same "bytes" "$(json ranks.0.bytes_a_launch_from.1)" "$(json ranks.1.bytes_a_launch_from.0)"
at_most "bytes" "$(json ranks.0.bytes_a_launch_from.1)" 20000
runs info sierpinski --r 22 --ranks 3
like "text" "$out" "*rank 2 * items; a step gets * bytes in all"
fails 2 "usage error: --ranks 3: it is counted for *" info sierpinski --ranks 3
runs info sierpinski --r 17 --memory 64M
like "a state that fits" "$out" "*whole * bytes of the state and its next one, so that it needs no parts"
runs info sierpinski --r 18 --memory 60M --json
at_most "bytes of a GPU" "$(json parts.device_bytes)" $((60 << 20))
like "parts and steps" "$(json parts.count) $(json parts.steps_a_pass)" "[1-9]* [1-9]*"
runs info sierpinski --r 24 --memory 16G --json
same "parts, smaller than fit" "$(json parts.count) $(json parts.steps_a_pass)" "18 640"
while read -r asked; do
    # shellcheck disable=SC2086  # words
    runs info sierpinski --r ${asked%:*}
    like "text" "$out" "*  [1-9]* parts of the state, * steps at a time, by ${asked#*:} * ms a step*"
done < <(some 2 "18 --memory 60M:3 buffers*; about" "27 --memory 1G:3 buffers*; about" "18 --memory 40M --program ising:2 buffers*; about" \
    "18 --memory 512M --program heat:3 buffers*; about")
like "files" "$("$NBBGEN" info sierpinski --r 22 --memory 2G --state here)" "*, 2560 steps at a time*two files of * bytes each in here, where * are free: *"
fails 2 "usage error: --memory 1*: it is counted on a fractal of level --r" info triangle --n 9 --program ising --memory 1M
runs info triangle --n 10000 --ranks 3 --json
same "items" "$(json ranks.2.first_item)" "$(($(json ranks.0.items) + $(json ranks.1.items)))"
at_most "bytes" "$(json ranks.0.bytes_a_launch_from.1)" 40000
nbbgen info sierpinski --r 6 --ranks 3
same "exit code" "$code" 2
like "message" "$err" "nbbgen: usage error: sierpinski at r = 6 with map lanes has 1 group *"

# The CUDA kernels of all ranks.
emulated sierpinski 9 lanes 3 2
long emulated sierpinski 11 lanes 2 1
emulated triangle 40 lambda 3 0
long emulated tetrahedron 20 lambda 2 0
long emulated triangle 1000 lambda 2 0 bits
long emulated tetrahedron 70 lambda 3 0 bits
emulated carpet 6 compact 2 0
finish
