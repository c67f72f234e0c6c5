#!/usr/bin/env bash
# scaling.sh - several GPUs of one machine on one state: the same digests as one GPU has, then cells a second of one and
# of 2, 4, 8 and all of them, one after the other.
#
#     NBBGEN=build/release/nbbgen tests/device/scaling.sh [small] [check|weak|strong|largest|quick|four|eight]...
#
# By default check, weak, strong and largest. A row: what was run, GPUs, ms a step (median), cells a second of each GPU,
# how many times one GPU's rate that is, in percent, and the cells a second of all. "weak" gives more GPUs a larger state,
# the one that is nearest to as much for each. "largest" is r = 25 on two or three GPUs, r = 26 on more, in place where two
# buffers do not fit. "four" and "eight" are a call of at most ten minutes on a machine of so many: what matters most
# comes first, no row begins after NBB_SECONDS (540 unless given), and those that had no time are named; at the end stands
# the table for docs/scaling.md, whose numbers docs/claims.py looks for in scaling4.txt and scaling8.txt. "small" has
# small states in all, to try the script where there is no GPU (suites/gpus.sh).
. "${BASH_SOURCE[0]%/*}/provenance.bash"
set +e  # what fails is counted
export NCCL_NVLS_ENABLE=0
provenance "$@"
gpus=$(nvidia-smi --query-gpu=index --format=csv,noheader | wc -l)
counts=()  # of GPUs, past one
for ((count = 2; count <= gpus; count = count < gpus && 2 * count > gpus ? gpus : 2 * count)); do
    counts+=("$count")
done
failed=0
is_small=no
deadline=100000
declare -A rates=()  # of one GPU, by words
table=()

# run DEVICE WORDS...: the report as JSON, or what was said instead.
run() {
    timeout 150 "$NBBGEN" run "${@:2}" --device "$1" --json --quiet 2>&1
}

field() {
    sed -n "s/^ *\"$1\": \"*\([^\",]*\)\"*,*$/\1/p" <<<"$2"
}

# shrink HOW WORDS...: `words` become the words; if all is to be small, of a state so many levels lower, or of a smaller side.
shrink() {
    local -A fewer=([sierpinski]=13 [vicsek]=8 [carpet]=6) tile=([sierpinski]=4 [vicsek]=3 [carpet]=3)
    local levels=${fewer[$2]-0} i
    words=("${@:2}")
    [[ $is_small == yes ]] || return 0
    [[ $1 == rows ]] || levels=2
    for ((i = 1; i < ${#words[@]}; ++i)); do
        case ${words[i - 1]} in
        --r) words[i]=$((words[i] - levels)) ;;
        --n) words[i]=$((words[i] / 64)) ;;
        --steps) words[i]=3 ;;
        esac
    done
    [[ $1 != rows || -z ${tile[$2]-} ]] || words+=(--tile "${tile[$2]}")
}

# has_time WORDS...: or tells that there is none left for them.
has_time() {
    [[ $SECONDS -ge $deadline ]] || return 0
    failed=1
    echo "no time for $*: $SECONDS s"
    return 1
}

# check WORDS...: one GPU against more.
check() {
    local words one many count
    shrink checks "$@"
    has_time "${words[@]}" || return 0
    one=$(run cuda:0 "${words[@]}" --digest)
    for count in "${counts[@]}"; do
        many=$(run "cuda:0-$((count - 1))" "${words[@]}" --digest)
        if [[ $(field digest "$many") == $(field digest "$one") && $(field population "$many") == $(field population "$one") &&
              -n $(field population "$many") ]]; then
            echo "same $*, $count GPUs: population $(field population "$many"), digest $(field digest "$many")"
        else
            failed=1
            printf 'ANOTHER %s, %s GPUs: %s\none GPU: %s\n' "$*" "$count" "$many" "$one"
        fi
    done
}

# row NAME DEVICE COUNT RATE WORDS...: measures, prints; `rate` becomes the cells a second, 0 where there is none. RATE is
# one GPU's, or 0.
row() {
    local words report ms line cells
    rate=0
    shrink rows "${@:5}"
    has_time "$1 ${*:5}, $2" || return 0
    report=$(run "$2" "${words[@]}")
    ms=$(sed -n '/"ms_per_step"/,/}/s/^ *"median": \(.*\),*$/\1/p' <<<"$report")
    if [[ -z $(field cells_per_second "$report") ]]; then
        failed=1
        printf '%s %s, %s: %s\n' "$1" "${*:5}" "$2" "$report"
        return
    fi
    rate=$(field cells_per_second "$report")
    {
        read -r line
        read -r cells
    } < <(awk -v name="$1" -v what="${*:5}" -v gpus="$3" -v rate="$rate" -v one="$4" -v ms="${ms%,}" -v now="$SECONDS" \
        -v all="$gpus" 'BEGIN {
        share = one > 0 ? sprintf("%.1f%%", 100 * rate / gpus / one) : ""
        printf "%s %s, %d GPU%s: %.6g ms a step, %.4g cells/s each", name, what, gpus, (gpus > 1 ? "s" : ""), ms, rate / gpus
        printf "%s, %.4g cells/s in all (at %d s)\n", (share != "" ? ", " share : ""), rate, now
        printf "| %s `%s` | %d of %d | %.3g ms | %.3g | %s |\n", name, what, gpus, all, ms, rate, share }')
    echo "$line"
    table+=("$cells")
}

# of_one NAME WORDS...: `rate` becomes one GPU's, measured once.
of_one() {
    rate=${rates["${*:2}"]-}
    [[ -n $rate ]] || row "$1" cuda:0 1 0 "${@:2}"
    rates["${*:2}"]=$rate
}

# weak "WORDS of one GPU" "of two" "of four" "of eight".
weak() {
    local words one count larger
    read -ra words <<<"$1"
    of_one weak "${words[@]}"
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
    of_one strong "$@"
    one=$rate
    for count in "${counts[@]}"; do
        row strong "cuda:0-$((count - 1))" "$count" "$one" "$@"
    done
}

# all_gpus WORDS: on all GPUs alone.
all_gpus() {
    row largest cuda:all "$gpus" 0 "$@"
}

do_check() {
    check sierpinski --r 14
    check sierpinski --r 14 --buffers 1
    check sierpinski --r 15 --steps-per-launch 3 --steps 11 --verify
    check carpet --r 8 --steps 20
    check vicsek --r 11 --permuted memory
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

weak_gasket() {
    weak "sierpinski --r 24 --steps 64" "sierpinski --r 25 --steps 64" "sierpinski --r 25 --steps 64" "sierpinski --r 26 --steps 64"
}

weak_vicsek() {
    weak "vicsek --r 15 --steps 64" "vicsek --r 16 --steps 64" "vicsek --r 16 --steps 64" "vicsek --r 17 --steps 64"
}

weak_programs() {
    larger "carpet --r 11 --program ising --steps 20" "carpet --r 12 --program ising --steps 8"
    larger "carpet --r 10 --program heat --steps 40" "carpet --r 11 --program heat --steps 20"
}

do_weak() {
    weak_gasket
    weak_vicsek
    larger "carpet --r 11 --steps 200" "carpet --r 12 --steps 64"
    weak_programs
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
    all_gpus sierpinski --r $((gpus < 4 ? 25 : 26)) --steps 32 --verify
}

do_quick() {
    few_checks
    check carpet --r 6 --map compact
    strong sierpinski --r 24 --steps 64
    strong sierpinski --r 22 --steps 256
    strong carpet --r 11 --program ising --steps 20
}

few_checks() {
    check sierpinski --r 14
    check sierpinski --r 14 --buffers 1
    check carpet --r 8 --program ising
    check carpet --r 7 --program heat
}

# begin_call: from here on the time of one call counts, and a table of what follows is printed at its end.
begin_call() {
    deadline=$((SECONDS + ${NBB_SECONDS:-540}))
    table=()
}

print_table() {
    echo
    echo "| state | GPUs | a step | cells/s in all | rate of each, of one GPU's |"
    echo "| --- | --- | --- | --- | --- |"
    printf '%s\n' "${table[@]}"
}

do_four() {
    begin_call
    few_checks
    strong sierpinski --r 24 --steps 64
    strong sierpinski --r 22 --steps 256
    all_gpus sierpinski --r 26 --steps 32 --verify
    all_gpus sierpinski --r 25 --steps 64 --buffers 2
    weak_gasket
    weak_vicsek
    strong carpet --r 12 --steps 64
    strong carpet --r 12 --program ising --steps 8
    strong carpet --r 10 --program heat --steps 40
    print_table
}

do_eight() {
    begin_call
    few_checks
    weak_gasket
    all_gpus sierpinski --r 26 --steps 32 --buffers 2 --verify
    strong sierpinski --r 24 --steps 64
    weak_vicsek
    weak_programs
    print_table
}

if [[ ${1-} == small ]]; then
    is_small=yes
    shift
fi
"$NBBGEN" doctor
nvidia-smi topo -m | sed -n '/GPU/p'
for what in "${@:-check weak strong largest}"; do
    for part in $what; do
        "do_$part"
    done
done
exit $failed
