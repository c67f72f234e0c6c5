#!/usr/bin/env bash
# shards.sh - ranks that share a state: under mpirun on the host target they come to what one process does, whatever
# their number; a rank that fails or is killed ends all. The CUDA kernels of all ranks run in the emulator. What ranks
# need of each other is test_needs's, GPUs are device/scaling.sh's.
# labels: slow once
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_SHARDS:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator OMP_NUM_THREADS=1
export OMPI_MCA_btl_base_warn_component_unused=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# ranks COUNT ARGUMENT...: as nbbgen, by so many ranks.
ranks() {
    code=0
    command="mpirun -n $1 nbbgen ${*:2}"
    timeout 120 mpirun --oversubscribe -n "$1" "$NBBGEN" "${@:2}" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
    out=$(<"$scratch/out")
    err=$(<"$scratch/err")
}

# What a state is, by the last report.
state() { echo "$(json population0) $(json population) $(json digest0) $(json digest) $(json sum) $(json observed | tr -d '\n ')"; }

# agree "COUNT..." ARGUMENT...: ranks come to what one process does, and rank 0 alone reports.
agree() {
    local count wanted
    runs run "${@:2}" --device cpu --digest --json --quiet
    wanted=$(state)
    for count in $1; do
        ranks "$count" run "${@:2}" --device cpu --digest --json --quiet
        same "exit code" "$code $err" "0 "
        same "state" "$(state)" "$wanted"
        [[ $count -eq 1 ]] || same "ranks" "$(json ranks)" "$count"
    done
}

few="2 3"
all="2 3 4 5 7"
[[ -z ${NBB_QUICK:-} ]] || all="3"
agree "1 $all" sierpinski --r 13
agree "$few" sierpinski --r 13 --buffers 1
agree "7" sierpinski --r 12 --steps-per-launch 3 --steps 11 --verify
agree "$all" carpet --r 7 --verify
agree "$few" vicsek --r 9 --buffers 1
agree "4" cantor --r 14 --tile 9
agree "4" chandelier --r 7 --tile 3
agree "$few" candy --r 5 --tile 4
agree "$all" sierpinski --r 10 --map compact --tile 4
agree "3" carpet --r 5 --map compact --tile 9 --intra lut --verify
agree "3" hfractal --r 5 --map compact --hash arith --tile 3
agree "$all" vicsek --r 9 --workload rd
agree "3" vicsek --r 9 --workload sw
agree "2" sierpinski --r 9 --map compact --workload rd --tile 4
agree "$all" carpet --r 7 --program ising --tile 9 --lanes 64
agree "$few" carpet --r 5 --program ising --map compact --tile 9
agree "$few" carpet --r 6 --program heat --tile 9 --steps 30
agree "5" carpet --r 5 --program heat --map compact --tile 9 --verify
agree "3" carpet --r 6 --program grayscott --tile 9
agree "4" sierpinski --r 12 --program forest_fire --tile 4 --verify
agree "3" carpet --r 6 --program sandpile --tile 3
agree "3" vicsek --r 8 --program wireworld --tile 9
agree "3" carpet --r 5 --program wireworld --tile 3 --lanes 8 --buffers 1

# Files are rank 0's: pictures, arrays and series are those of one process, byte for byte.
runs run carpet --r 6 --program potts --tile 3 --device cpu --steps 6 --png one.png --npy one.npy --series one.csv --every 2
ranks 3 run carpet --r 6 --program potts --tile 3 --device cpu --steps 6 --png many.png --npy many.npy --series many.csv --every 2
same "exit code" "$code" 0
for file in png npy csv; do
    same "$file" "$(cmp "one.$file" "many.$file" 2>&1)" ""
done

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

# What ranks have no part for is refused, by rank 0 alone, with its exit code.
refused() {
    ranks 3 run "${@:2}" --device cpu
    same "exit code" "$code" 2
    same "message" "$(grep -c "^nbbgen: usage error: $1" <<<"$err")" 1
}
refused "--checkpoint: a run by several ranks" sierpinski --r 12 --checkpoint saved
refused "map lambda by 3 ranks" sierpinski --r 12 --map lambda
refused "triangle by 3 ranks" triangle --n 300
refused "sierpinski at r = 6 with map lanes has 1 group of 32 items" sierpinski --r 6

# A rank that is killed ends all.
mpirun --oversubscribe -n 3 "$NBBGEN" run sierpinski --r 13 --device cpu --steps 100000000 --quiet >"$scratch/out" 2>"$scratch/err" </dev/null &
launcher=$!
command="mpirun, of which a rank is killed"
for ((i = 0; i < 100; ++i)); do
    started=$(pgrep -P "$launcher" | wc -l)
    [[ $started -lt 3 ]] || break
    sleep 0.1
done
sleep 1
begin=$(now_ms)
kill -KILL "$(pgrep -P "$launcher" | sed -n 2p)"
code=0
wait "$launcher" || code=$?
unlike "exit code" "$code" 0
at_most "milliseconds until all have ended" $(($(now_ms) - begin)) $((20000 * patience))

# What ranks would have and exchange is told without them: the same both ways.
runs info sierpinski --r 22 --ranks 3 --json
same "items" "$(($(json ranks.0.items) + $(json ranks.1.items)))" "$(json ranks.2.first_item)"
same "bytes" "$(json ranks.0.bytes_a_launch_from.1)" "$(json ranks.1.bytes_a_launch_from.0)"
at_most "bytes" "$(json ranks.0.bytes_a_launch_from.1)" 20000
runs info sierpinski --r 22 --ranks 3
like "text" "$out" "*rank 2 * items; a step gets * bytes in all"
fails 2 "usage error: --ranks 3: it is counted for *" info sierpinski --ranks 3
nbbgen info sierpinski --r 6 --ranks 3
same "exit code" "$code" 2
like "message" "$err" "nbbgen: usage error: sierpinski at r = 6 with map lanes has 1 group *"

# emulated FRACTAL R MAP RANKS BUFFERS: the CUDA kernels of all ranks, each in a state of its own.
emulated() {
    command="shards $*"
    local buffers=(--buffers "$5")
    [[ $3 == lanes ]] || buffers=()
    runs run "$1" --r "$2" --map "$3" "${buffers[@]}" --rule B2/S23 --device cpu --digest --json --quiet
    wanted="$(json population) $(json digest)"
    rm -f shards
    "$NBB_SHARDS" "$NBB_SOURCE_DIR/fractals/$1.lua" "$2" "$3" "$4" 10 "$5" >shards.cu 2>"$scratch/err" &&
        "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" shards.cu -o shards >>"$scratch/err" 2>&1
    same "messages" "$(<"$scratch/err")" ""
    same "state" "$(./shards 2>&1)" "$wanted"
}
emulated sierpinski 9 lanes 3 2
emulated sierpinski 11 lanes 3 1
emulated carpet 6 lanes 2 1
emulated carpet 5 compact 2 0
[[ -n ${NBB_QUICK:-} ]] || emulated vicsek 8 lanes 3 2
finish
