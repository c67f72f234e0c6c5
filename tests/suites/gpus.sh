#!/usr/bin/env bash
# gpus.sh - ranks that are GPUs, where there is none: a library stands for the driver, NVRTC and NCCL (tests/stubs/gpus),
# and kernels run in the emulator. Lists of --device, what NCCL carries and when, parts of a launch in both orders that
# streams allow, bench by numbers of GPUs, and the script that measures how GPUs scale. That real ones come to the same
# is device/scaling.sh's and device/shards.sh's.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
# shellcheck source=tests/suites/ranks.bash
source "${BASH_SOURCE[0]%/*}/ranks.bash"

use_gpus 3

# by DEVICE ARGUMENT...: these GPUs come to what one process does on the processor.
by() {
    runs run "${@:2}" --device cpu --digest --json --quiet
    wanted=$(state)
    rm -f log.*
    NBB_STUB_LOG=log runs run "${@:2}" --device "$1" --digest --json --quiet
    same "state" "$(state)" "$wanted"
}

# A launch in two parts: the interior on the default stream while the other one exchanges; then the boundary, there too. Work
# that nothing orders is done the one way round and the other.
parts=(vicsek --r 9 --tile 3 --steps 3)
for first in default others; do
    NBB_STUB_FIRST=$first by cuda:0-1 "${parts[@]}"
    same "ranks" "$(json ranks)" 2
    like "launches" "$(sed -n '/pack/,$s/nbb_.*_\([a-z]*\) .*/\1/p;/exchange/p' log.0 | head -n 5 | paste -sd ' ')" \
        "other pack other exchange * default step other unpack other step"
done

# All else has one, behind the words.
by cuda:all sierpinski --r 11 --steps 4
same "ranks" "$(json ranks)" 3
same "launches" "$(grep -c other log.1)" 0
like "launches" "$(sed -n '/pack/,$s/nbb_.*_\([a-z]*\) .*/\1/p;/exchange/p' log.1 | head -n 4 | paste -sd ' ')" \
    "default pack default exchange 4 default unpack default step"
by cuda:0,2 sierpinski --r 10 --buffers 1 --tile 4 --steps 3
same "GPUs" "$(echo log.*)" "log.0 log.2"
while read -r words; do
    # shellcheck disable=SC2086
    by $words --steps 3 </dev/null
done < <(some 4 "cuda:0-1 triangle --n 1500 --program wireworld --storage bits" "cuda:0-1 carpet --r 5 --program heat --map compact --tile 3" "cuda:all tetrahedron --n 40" \
    "cuda:0-1 carpet --r 4 --program $NBB_SOURCE_DIR/tests/programs/many_cases.lua" \
    "cuda:0-1 carpet --r 5 --program forest_fire --map compact --tile 3")

# A state in parts, by --memory or where the GPU has too little: what is ordered, and no more, is done in order; rings of
# all parts lie in the same pages.
parted=(sierpinski --r 12 --map lanes --tile 4 --steps 3)
for first in default others; do
    NBB_STUB_FIRST=$first by cuda:0 "${parted[@]}" --memory 150K
done
NBB_STUB_MEMORY=105000 runs run "${parted[@]}" --device cuda:0 --digest --json
same "state and parts" "$(state) $(json parts)" "$wanted 18"
like "remark" "$err" "nbbgen: the state does not fit a stub's GPU: it lies in the host's memory, and passes in 18 parts*"

# Steps that ask for more shared memory than a kernel declares, and shards whose groups have whole families of tiles.
for on in "by cuda:0 carpet --r 5" "long by cuda:0-1 carpet --r 6 --tile 9" "by cuda:0-1 vicsek --r 7 --tile 9"; do
    # shellcheck disable=SC2086
    $on --program "$NBB_SOURCE_DIR/tests/programs/radius.lua" --map lanes --steps 2
done

# Files, which a GPU does not reach: whatever looks at the state takes parts of it, those that it needs.
apart=(sierpinski --r 8 --program forest_fire --map lanes --tile 4 --lanes 3 --every 2 --digest --json --quiet)
runs run "${apart[@]}" --steps 3 --device cpu --series whole.csv --png whole.png --npy whole.npy
wanted=$(last)
filed=(--device cuda:0 --state filed --memory 108K --pass 2 --series filed.csv)
NBBGEN_DIRECT=1 runs run "${apart[@]}" --steps 1 "${filed[@]}"
runs run "${apart[@]}" --steps 3 "${filed[@]}" --png filed.png --npy filed.npy
same "state" "$(last)" "$wanted"
same "rows, picture, array" "$(diff <(rows_in whole.csv) <(rows_in filed.csv); for file in png npy; do cmp whole.$file filed.$file 2>&1; done)" ""
NBB_STUB_MEMORY=1000 fails 4 "*maps that fit: none; *; by parts: *buffers of its parts do not fit 938 bytes*" run "${parted[@]}" --device cuda:0

# Under mpirun the ranks take a GPU each, and MPI tells them of each other.
runs run sierpinski --r 11 --steps 4 --device cpu --digest --json --quiet
wanted=$(state)
rm -f log.*
NBB_STUB_LOG=log ranks 2 run sierpinski --r 11 --steps 4 --digest --json --quiet
same "state" "$code $err$(state)" "0 $wanted"
same "GPUs" "$(echo log.*)" "log.0 log.1"

# Saved by two GPUs, gone on from by the processor.
runs run sierpinski --r 11 --device cuda:0-1 --steps 2 --checkpoint saved --quiet
runs run sierpinski --r 11 --device cpu --steps 4 --resume saved --digest --json --quiet
same "digest" "$(json digest)" "$(cut -d ' ' -f 4 <<<"$wanted")"

# Recorded launches: a time for each sequence of 32, none of which is nothing.
runs run vicsek --r 2 --map bb --steps 300 --device cuda:0 --json --quiet
same "times" "$(json ms_per_step.samples)" 9
unlike "the least time" "$(json ms_per_step.min)" 0.0

# What cannot be is reported once, at once.
fails 2 "usage error: --device cuda:0,1,0: GPU 0 is there twice" run sierpinski --r 13 --device cuda:0,1,0
fails 2 "usage error: --device cuda:2-1: expected *" run sierpinski --r 13 --device cuda:2-1
fails 2 "usage error: --device cuda:0, 1: expected *" run sierpinski --r 13 --device "cuda:0, 1"
fails 4 "device or compiler error: --device cuda:0-5: no CUDA device 3: there are 3, numbered from 0" run sierpinski --r 13 --device cuda:0-5
NBB_STUB_GPUS=1 fails 4 "device or compiler error: --device cuda:0,1: no CUDA device 1: there is 1, numbered from 0" \
    run sierpinski --r 13 --device cuda:0,1
NBBGEN_NCCL=/nowhere/libnccl.so.2 fails 4 "device or compiler error: no NCCL (/nowhere/libnccl.so.2: *): several GPUs need it; install libnccl2, or PyPI's nvidia-nccl-cu13 *" \
    run sierpinski --r 13 --device cuda:all
NBBGEN_NCCL=/nowhere/libnccl.so.2 nbbgen doctor
like "doctor" "$out" "*nccl       none no NCCL (/nowhere/libnccl.so.2: *"
runs doctor
like "doctor" "$out" "*links      ok   cuda:0-1 direct*nccl       ok   2.28.9 ($NBBGEN_NCCL)*"

# A GPU's process that is killed ends all, and says which.
"$NBBGEN" run sierpinski --r 13 --device cuda:0-1 --steps 100000000 --quiet >"$scratch/out" 2>"$scratch/err" </dev/null &
first=$!
command="one of two GPUs, killed"
for ((tries = 0; tries < 100; ++tries)); do
    second=$(pgrep -P $first) && break
    sleep 0.1
done
sleep 1
begin=$(now_ms)
kill -KILL "$second"
code=0
wait $first || code=$?
same "exit code" "$code" 1
same "message" "$(<"$scratch/err")" "nbbgen: run-time error: rank 1 of 2 was ended by signal 9"
at_most "milliseconds until all have ended" $(($(now_ms) - begin)) 10000

# A bench by numbers of GPUs.
scaled=(bench sierpinski@8 --map lanes --tile 4 --no-rates --samples 1 --quiet)
runs "${scaled[@]}" --device cuda:1,cuda:2,cuda:all --json - --plot scaling.svg
same "GPUs" "$(for i in 0 1 2; do json rows.$i.ranks; done | paste -sd ' ')" "1 2 3"
same "digests" "$(for i in 0 1 2; do json rows.$i.digest; done | sort -u | wc -l)" 1
same "one GPU's scaling" "$(json rows.0.strong)" null
like "scaling" "$(json rows.2.strong)" "[0-9]*.*"
same "curves" "$(grep -o 'ranks [0-9]' scaling.svg | sort -u | paste -sd ' ')" "ranks 1 ranks 2 ranks 3"
NBB_STUB_GPUS=2 runs "${scaled[@]}" --device cuda:1,cuda:2,cuda:all --json -
same "each number once" "$(json_keys rows) $(json rows.1.ranks)" "2 2"
fails 2 "usage error: --device cuda:0: in a list of bench cuda:N is how many GPUs, *cuda:0-0,cuda:1-1" "${scaled[@]}" --device cuda:0,cuda:1
fails 2 "usage error: --ranks 1: --device cuda:1,cuda:2 says how many GPUs already" "${scaled[@]}" --device cuda:1,cuda:2 --ranks 1
fails 4 "device or compiler error: --device cuda:0-4: no CUDA device 3: there are 3, *" "${scaled[@]}" --device cuda:1,cuda:5

# The script that measures GPUs, on small states: a row, and what its calls for four and eight GPUs would measure.
mkdir bin
printf '#!/bin/sh\ncase $* in *index*) seq 0 $((NBB_STUB_GPUS - 1));; *) echo "a stub";; esac\n' >bin/nvidia-smi
chmod +x bin/nvidia-smi
# scaling GPUS ARGUMENT...
scaling() {
    code=0
    command="scaling.sh ${*:2}"
    PATH=$PWD/bin:$PATH NBB_STUB_GPUS=$1 "$NBB_SOURCE_DIR/tests/device/scaling.sh" "${@:2}" >"$scratch/out" 2>"$scratch/err" || code=$?
    same "messages" "$(<"$scratch/err")" ""
    out=$(grep -v '^[a-z0-9:]*  * \(ok\|none\) ' "$scratch/out")
}
long scaling 2 small largest
long same "exit code" "$code" 0
long like "row" "$(tail -n 1 "$scratch/out")" "largest sierpinski --r 25 --steps 32 --verify, 2 GPUs: [0-9]* ms a step, [0-9]* cells/s each, [0-9]* cells/s in all (at * s)"

# Its calls for four and eight GPUs: all that they measure, of a program that has always the same figures. What they print is
# an output that docs/claims.py looks for, and the table for the page, without which a number is missed.
cat >same_figures <<'END'
#!/bin/sh
[ "$1" = run ] || exit 0
printf '{\n  "population": 1,\n  "digest": "0x1",\n  "cells_per_second": 2.5e13,\n  "ms_per_step": {\n    "median": 1.25,\n'
END
chmod +x same_figures
mkdir page
cp -r "$NBB_SOURCE_DIR"/{docs,README.md} page
mkdir page/tests
cp -r "$NBB_SOURCE_DIR/tests/device" page/tests
# claims WHAT CODE
claims() {
    code=0
    command="claims.sh $1"
    NBB_CLAIMS_ROOT=$PWD/page "$NBB_SOURCE_DIR/tests/device/claims.sh" >"$scratch/found" || code=$?
    same "exit code" "$code" "$2"
}
for gpus in $(some 2 8 4); do
    part=$([[ $gpus -eq 4 ]] && echo four || echo eight)
    NBBGEN=$PWD/same_figures scaling $gpus $part
    same "exit code" "$code" 0
    like "rows" "$out" "*strong sierpinski --r 24 --steps 64, $gpus GPUs: 1.25 ms a step, * cells/s each, *%, 2.5e+13 cells/s in all (at * s)*"
    like "the largest" "$out" "*largest sierpinski --r 26 --steps 32 *--verify, $gpus GPUs: 1.25 ms a step, *"
    same "one GPU's row of r = 24" "$(grep -c 'sierpinski --r 24 --steps 64, 1 GPU:' "$scratch/out")" 1
    cp "$scratch/out" page/tests/device/h200/scaling$gpus.txt
    claims "without the table of $gpus GPUs" 1
    sed -n '/^| state/,$p' "$scratch/out" >>page/docs/scaling.md
    claims "with the table of $gpus GPUs" 0
done
NBB_SECONDS=0 NBBGEN=$PWD/same_figures scaling 4 eight
same "exit code" "$code" 1
like "what had no time" "$out" "*no time for largest sierpinski --r 26 *, cuda:all: *"
finish
