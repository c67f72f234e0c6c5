#!/usr/bin/env bash
# scaling.sh - several GPUs of one machine on one state: the same digests as one GPU has, then cells a second of one and
# of 2, 4, 8 and all of them, each in turn.
#
#     NBBGEN=build/release/nbbgen tests/device/scaling.sh [check|weak|strong|largest|quick]...
#
# By default all but quick. A row: what was run, GPUs, ms a step (median), cells a second of each GPU, and how many times
# one GPU's rate that is, in percent. "weak" gives more GPUs a larger state, the one that
# is nearest to as much for each. "largest" is r = 25 on two or three GPUs, r = 26 on more, in place where
# two buffers do not fit. Eight GPUs take about ten minutes: a call each for check, weak, strong and largest is safe.
set -uo pipefail
. "${BASH_SOURCE[0]%/*}/provenance.bash"
: "${NBBGEN:?the program}"
export NCCL_NVLS_ENABLE=0
provenance "$@"
gpus=$(nvidia-smi --query-gpu=index --format=csv,noheader | wc -l)
counts=()  # of GPUs, past one
for ((count = 2; count <= gpus; count = count < gpus && 2 * count > gpus ? gpus : 2 * count)); do
    counts+=("$count")
done
failed=0

# run DEVICE WORDS...: the report as JSON, or what was said instead.
run() {
    timeout 100 "$NBBGEN" run "${@:2}" --device "$1" --json --quiet 2>&1
}

field() {
    sed -n "s/^ *\"$1\": \"*\([^\",]*\)\"*,*$/\1/p" <<<"$2"
}

# check WORDS...: one GPU against more.
check() {
    local one many count
    one=$(run cuda:0 "$@" --digest)
    for count in "${counts[@]}"; do
        many=$(run "cuda:0-$((count - 1))" "$@" --digest)
        if [[ $(field digest "$many") == $(field digest "$one") && $(field population "$many") == $(field population "$one") &&
              -n $(field population "$many") ]]; then
            echo "same $*, $count GPUs: population $(field population "$many"), digest $(field digest "$many")"
        else
            failed=1
            printf 'ANOTHER %s, %s GPUs: %s\none GPU: %s\n' "$*" "$count" "$many" "$one"
        fi
    done
}

# row NAME DEVICE COUNT RATE WORDS...: measures, prints; `rate` becomes the cells a second. RATE is one GPU's, or 0.
row() {
    local report ms
    report=$(run "$2" "${@:5}")
    rate=$(field cells_per_second "$report")
    ms=$(sed -n '/"ms_per_step"/,/}/s/^ *"median": \(.*\),*$/\1/p' <<<"$report")
    if [[ -z $rate ]]; then
        failed=1
        printf '%s %s, %s: %s\n' "$1" "${*:5}" "$2" "$report"
        rate=0
        return
    fi
    awk -v name="$1" -v what="${*:5}" -v gpus="$3" -v rate="$rate" -v one="$4" -v ms="${ms%,}" 'BEGIN {
        printf "%s %s, %d GPU%s: %.6g ms a step, %.4g cells/s each", name, what, gpus, (gpus > 1 ? "s" : ""), ms, rate / gpus
        if (one > 0) printf ", %.1f%%", 100 * rate / gpus / one
        printf "\n" }'
}

# weak "WORDS of one GPU" "of two" "of four" "of eight".
weak() {
    local words one count larger
    read -ra words <<<"$1"
    row weak cuda:0 1 0 "${words[@]}"
    one=$rate
    for count in "${counts[@]}"; do
        larger=$((count < 4 ? 2 : count < 8 ? 3 : 4))
        read -ra words <<<"${!larger}"
        row weak "cuda:0-$((count - 1))" "$count" "$one" "${words[@]}"
    done
}

# The same with one state for all numbers of GPUs past one.
larger() {
    weak "$1" "$2" "$2" "$2"
}

# strong WORDS: the same state on one and on more.
strong() {
    local one count
    row strong cuda:0 1 0 "$@"
    one=$rate
    for count in "${counts[@]}"; do
        row strong "cuda:0-$((count - 1))" "$count" "$one" "$@"
    done
}

do_check() {
    check sierpinski --r 14
    check sierpinski --r 14 --buffers 1
    check sierpinski --r 15 --steps-per-launch 3 --steps 11 --verify
    check carpet --r 8 --steps 20
    check vicsek --r 11 --crossed memory
    check carpet --r 6 --map compact
    check carpet --r 8 --program ising
    check carpet --r 7 --program heat
    check vicsek --r 9 --program grayscott
    check vicsek --r 10 --workload rd
    check sierpinski --r 13 --workload sw
    check triangle --n 20000
    check triangle --n 5000 --storage packed
    check tetrahedron --n 800
    check tetrahedron --n 300 --workload sw
    check triangle --n 4000 --program heat
}

do_weak() {
    weak "sierpinski --r 24 --steps 64" "sierpinski --r 25 --steps 64" "sierpinski --r 25 --steps 64" "sierpinski --r 26 --steps 64"
    larger "vicsek --r 15 --steps 64" "vicsek --r 16 --steps 64"
    larger "carpet --r 11 --steps 200" "carpet --r 12 --steps 64"
    larger "carpet --r 11 --program ising --steps 20" "carpet --r 12 --program ising --steps 8"
    larger "carpet --r 10 --program heat --steps 40" "carpet --r 11 --program heat --steps 20"
}

do_strong() {
    strong sierpinski --r 24 --steps 64
    strong sierpinski --r 24 --steps 64 --buffers 1
    strong sierpinski --r 22 --steps 256
    strong sierpinski --r 20 --steps 2048
    strong sierpinski --r 18 --steps 8192
    strong vicsek --r 15 --steps 64
    strong carpet --r 11 --steps 128
    strong carpet --r 12 --steps 64
    strong carpet --r 11 --program ising --steps 20
    strong carpet --r 10 --program heat --steps 40
    strong triangle --n 262144 --steps 64
    strong tetrahedron --n 2048 --steps 64
}

do_largest() {
    row largest cuda:all "$gpus" 0 sierpinski --r $((gpus < 4 ? 25 : 26)) --steps 32 --verify
}

do_quick() {
    check sierpinski --r 14
    check sierpinski --r 14 --buffers 1
    check carpet --r 8 --program ising
    check carpet --r 7 --program heat
    check carpet --r 6 --map compact
    strong sierpinski --r 24 --steps 64
    strong sierpinski --r 22 --steps 256
    strong carpet --r 11 --program ising --steps 20
}

"$NBBGEN" doctor
nvidia-smi topo -m | sed -n '/GPU/p'
for what in "${@:-check weak strong largest}"; do
    for part in $what; do
        "do_$part"
    done
done
exit $failed
