#!/usr/bin/env bash
# shards.sh - states that two GPUs share, saved and looked at: checkpoints gone on from by another number of GPUs and by
# the processor, first states from files, arrays; then compute-sanitizer on one of two ranks' kernels.
#
#     NBBGEN=build/release/nbbgen tests/device/shards.sh [quick]
#     NBBGEN=build/release/nbbgen NBB_SHARDS=build/release/tests/nbb_shards tests/device/shards.sh one
#
# "quick" has fewer of all, in about half a minute. Needs two GPUs and NCCL; without compute-sanitizer it says so. "one"
# needs one GPU, nvcc and compute-sanitizer: all ranks' kernels run there one after the other, each on a state of its own
# whose words are wrong until it gets them, by the program that suites/shards.sh runs in the emulator. Exit 1 on any
# difference or finding.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
set +e  # what fails is counted
NBBGEN=$(realpath "$NBBGEN")
export NCCL_NVLS_ENABLE=0
provenance "$@"
is_quick=no
[[ ${1-} != quick ]] || is_quick=yes
failed=0
here=$(realpath "${BASH_SOURCE[0]%/*}/../..")
[[ -z ${NBB_SHARDS-} ]] || NBB_SHARDS=$(realpath "$NBB_SHARDS")
cd "$work" || exit

# field NAME TEXT: of a report as JSON.
field() {
    sed -n "s/^ *\"$1\": \"*\([^\",]*\)\"*,*$/\1/p" <<<"$2"
}

# run DEVICE WORDS...: population and digest, or what was said instead.
run() {
    local report
    report=$(timeout 100 "$NBBGEN" run "${@:2}" --device "$1" --digest --json --quiet 2>&1)
    if [[ -n $(field digest "$report") ]]; then
        echo "population $(field population "$report"), digest $(field digest "$report")"
    else
        echo "$report"
    fi
}

# compare WHAT GOT WANTED
compare() {
    if [[ $2 == "$3" ]]; then
        echo "same $1: $2"
    else
        failed=1
        printf 'ANOTHER %s: %s\nwanted %s\n' "$1" "$2" "$3"
    fi
}

# on_one SUBJECT SIZE MAP RANKS BUFFERS [STORAGE]: the kernels of so many ranks, and what the whole state comes to.
on_one() {
    local options=(--r "$2" --buffers "$5") rule=B2/S23 tool
    [[ $3 == lanes ]] || options=(--r "$2")
    [[ $3 != lambda ]] || options=(--n "$2")
    [[ $1 != tetrahedron ]] || rule=B2/S2,3
    if ! { "${NBB_SHARDS:?the tool}" "$here/fractals/$1.lua" "$2" "$3" "$4" 10 "${@:5}" >ranks.cu &&
           nvcc -std=c++17 -arch="${NBB_ARCH:-native}" ranks.cu -o ranks; } >said 2>&1; then
        failed=1
        printf 'FAILED %s:\n%s\n' "$*" "$(head -n 12 said)"
        return
    fi
    compare "ranks of $*" "$(./ranks 2>&1)" "$(run cuda:0 "$1" "${options[@]}" --map "$3" --rule "$rule" |
        sed 's/population \(.*\), digest \(.*\)/\1 \2/')"
    for tool in racecheck memcheck initcheck synccheck; do
        sanitize $tool "ranks of $*" ./ranks
    done
}

# goes_on STEPS WORDS...: saved by two GPUs half-way, gone on from by two, by one and by the processor.
goes_on() {
    local wanted device
    wanted=$(run cuda:0 "${@:2}" --steps "$1")
    rm -rf saved
    run cuda:0-1 "${@:2}" --steps $(($1 / 2)) --checkpoint saved >said
    for device in cuda:0-1 cuda:1 cpu; do
        compare "${*:2}, saved by two GPUs, then $device" "$(run $device "${@:2}" --steps "$1" --resume saved)" "$wanted"
    done
}
# sanitize TOOL WHAT COMMAND...
sanitize() {
    local code=0
    timeout 100 compute-sanitizer --tool "$1" --target-processes all --error-exitcode 9 "${@:3}" >found 2>&1 || code=$?
    if [[ $code -eq 0 ]]; then
        echo "clean $1 $2"
    else
        failed=1
        printf 'FOUND %s %s: exit %s\n' "$1" "$2" "$code"
        grep -v '^$' found | head -n 12
    fi
}

if [[ ${1-} == one ]]; then
    on_one sierpinski 10 lanes 3 2
    on_one sierpinski 12 lanes 2 1
    on_one carpet 6 lanes 2 2
    on_one vicsek 8 lanes 3 2
    on_one carpet 5 compact 2 0
    on_one triangle 300 lambda 3 0
    on_one triangle 6000 lambda 2 0 bits
    on_one tetrahedron 70 lambda 3 0 bits
    exit $failed
fi

goes_on 20 sierpinski --r 15
goes_on 12 carpet --r 6 --program heat
goes_on 20 triangle --n 3000
if [[ $is_quick == no ]]; then
    goes_on 20 vicsek --r 10 --buffers 1
    goes_on 12 carpet --r 7 --program ising
    goes_on 12 vicsek --r 8 --program grayscott
    goes_on 12 carpet --r 6 --map compact
fi

# A first state from a file, and the whole box as an array.
printf 'x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n' >glider.rle
for file in 1 2; do
    run "cuda:0$([[ $file -eq 1 ]] || echo -1)" carpet --r 7 --rule life --init glider.rle --at 30,0 --npy $file.npy >said$file
done
compare "carpet --r 7 --init glider.rle" "$(<said2)" "$(<said1)"
compare "its array" "$(cmp 1.npy 2.npy 2>&1 && echo same)" same

# How long a state of a GPU's memory takes to be saved: what the program says of it.
"$NBBGEN" run sierpinski --r 21 --device cuda:0-1 --steps 8 --checkpoint large 2>&1 | grep 'checkpoint'

# sanitized TOOL WORDS...: both ranks under it.
sanitized() {
    sanitize "$1" "${*:2}" "$NBBGEN" run "${@:2}" --device cuda:0-1 --steps 3 --quiet
}
if command -v compute-sanitizer >said; then
    sanitized racecheck sierpinski --r 11
    sanitized racecheck carpet --r 6 --program ising --tile 9
    sanitized racecheck triangle --n 1000 --storage packed
    [[ $is_quick == yes ]] || for tool in racecheck memcheck; do
        sanitized $tool sierpinski --r 11 --buffers 1
        sanitized $tool vicsek --r 7 --program heat
        sanitized $tool carpet --r 5 --map compact
    done
else
    echo "compute-sanitizer: none here"
fi
exit $failed
