#!/usr/bin/env bash
# faults.sh - calls that fail, one in a run: of each command's allocations and calls of the system (faults/faults.c) a
# sample here, all with NBB_FAULTS_STEP=1. A run in which one fails does its work or ends with one message, the right
# code, and nothing half-written: no part of an output, no temporary file or folder, no broken cache entry.
#
# It stays out of the run under the sanitizers, which have an allocator of their own.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_FAULTS:?the library of faults}"
step=${NBB_FAULTS_STEP:-2003} system_step=${NBB_FAULTS_STEP:-340}  # the system's calls are few
first=${NBB_FAULTS_FIRST:-0}  # 0 to STEP - 1: which calls these are
export TMPDIR=$scratch/tmp XDG_CACHE_HOME=$scratch/cache OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive NBB_KEPT=$scratch/kept
mkdir "$TMPDIR" "$NBB_KEPT"  # tests/tools/cc_light

# Runs the program with call number $2 of class $1 failing: memory, system, or memory+, where all do from there on.
run_with() {
    rm -rf products "$TMPDIR" "$scratch/report"
    mkdir products "$TMPDIR"
    [[ $cold == no ]] || rm -rf "$XDG_CACHE_HOME"
    code=0
    timeout -s KILL 30 env NBB_FAULT="${1%+}:$2${1#"${1%+}"}" NBB_FAULT_REPORT="$scratch/report" LD_PRELOAD="$NBB_FAULTS" \
        "$NBBGEN" "${words[@]}" >"$scratch/out" 2>"$scratch/err" || code=$?
    command="nbbgen ${words[*]} with $1 call $2 ($(cat "$scratch/report" 2>&1)) failing"
}

# What should not be there after a run: parts of products, temporary files, odd names in the cache.
left_over() {
    local file
    find "$TMPDIR" -mindepth 1
    find "$XDG_CACHE_HOME" -mindepth 1 -regextype posix-extended \
        ! -regex '.*/nbbgen(/[0-9a-f]{32}\.so|/tuned\.json)?' 2>/dev/null
    for file in products/*; do
        [[ ! -e $file ]] || same_product "$file" || echo "$file"
    done
}

# Whether a folder of checkpoints has but whole ones, as the run without a fault made them.
same_checkpoints() {
    local saved
    for saved in "$1"/* "$1"/.[!.]*; do
        [[ ! -e $saved ]] || diff -rq "$saved" "$scratch/good/${1##*/}/${saved##*/}" >/dev/null 2>&1 || return 1
    done
}

# Whether the file is as the run without a fault made it. A series grows by whole rows while the run goes on, a bench's
# JSON likewise; a bench's figures are its own.
same_product() {
    local good=$scratch/good/${1##*/}
    case $1 in
        */saved) same_checkpoints "$1" ;;
        */series.csv) [[ -z $(tail -c 1 "$1") ]] && cmp -s -n "$(stat -c %s "$1")" "$1" "$good" ;;
        *.csv) [[ $(wc -l <"$1") -eq $(wc -l <"$good") ]] ;;
        *.json) "$NBB_JSONGET" --keys "$1" rows >/dev/null 2>&1 ;;
        *) cmp -s "$1" "$good" ;;
    esac
}

# The keys of a run's report as JSON.
keys() { [[ " ${words[*]} " != *" --verify --json "* ]] || "$NBB_JSONGET" --keys "$scratch/out" 2>&1; }

# Holds the run to the above. judge's first argument is a status.
judge_run() {
    local allowed='0 1' message=''
    # A file that cannot be opened for want of memory is of the class of what names it; so are the loader and the kernel.
    ! grep -qE 'cannot be loaded: |Cannot allocate memory|no memory is left' "$scratch/err" || allowed='0 1 2 3 4'
    [[ $1 != system ]] || allowed='0 1 2 3 4'  # a file that cannot be opened is of the class of what names it
    [[ ${words[0]} != bench ]] || allowed='0 1 2 3 4'  # a row that cannot be had is skipped: then no row is left
    [[ ${words[0]} != doctor ]] || allowed='0 1 3 4'  # what it could not find out is what it reports
    grep -qw -- "$code" <<<"$allowed"
    judge $? "exit code" "$code: $(<"$scratch/err")" "one of $allowed"
    if [[ $code -eq 0 ]]; then
        same "products" "$(ls products)" "$(ls "$scratch/good")"
        same "keys on standard output" "$(keys)" "$good_keys"
    else
        message=$(tail -n 1 "$scratch/err")
        [[ $message =~ ^nbbgen:\ (run-time|usage|definition|device\ or\ compiler)\ error:\ .+ ]]
        judge $? "message" "$message" "nbbgen: CLASS error: what failed"
    fi
    same "left over" "$(left_over)" ""
}

# faults CLASS COLD WORD...: every $step-th call of the class fails, one after the other, from a random-looking but fixed first on.
# COLD is whether each run begins with an empty cache.
faults() {
    local class=$1 count call
    cold=$2 words=("${@:3}")
    run_with "$class" 0
    same "exit code" "$code" 0
    count=$(<"$scratch/report")
    good_keys=$(keys)
    rm -rf "$scratch/good"
    cp -r products "$scratch/good"
    [[ $count -ge 5 ]]
    judge $? "number of calls" "$count" "at least 5"
    for ((call = 1 + (count + first) % step; call <= count; call += step)); do
        run_with "$class" "$call"
        judge_run "$class"
    done
    echo "${words[*]}: $count calls of class $class"
}

# All classes. NBB_FAULTS_LINE=N takes the N-th of the lines below alone.
line=0
fail_each() {
    line=$((line + 1))
    [[ ${NBB_FAULTS_LINE:-$line} -eq $line ]] || return 0
    faults memory "$@"
    faults memory+ "$@"
    step=$system_step faults system "$@"
}

# fails_whole WORD...: of a command that fails, a sample of the allocations fails, one after the other, and each of the last ones, which
# are the message's. It is the one of the run in which none did, or says that memory is wanting: never pieces of it.
fails_whole() {
    local call count wanted said
    cold=no words=("$@")
    run_with memory 0
    count=$(<"$scratch/report") wanted=$(tail -n 1 "$scratch/err")
    for ((call = 1 + first; call <= count; call += call < count - 20 ? ${NBB_FAULTS_STEP:-48} : 1)); do
        run_with memory "$call"
        said=$(tail -n 1 "$scratch/err")
        [[ $said == "$wanted" || $said =~ (memory|temporarily\ unavailable) ]]
        judge $? "message" "$said" "$wanted, or that there is no memory"
    done
    echo "${words[*]}: $count calls of class memory, of a command that fails"
}

# check_order: what a checkpoint covers is on the disk before the checkpoint has its name, and that before the run goes on.
check_order() {
    local texts="definition.lua program.lua manifest.json"
    cold=no words=(run sierpinski --r 3 --device cpu --program ising --steps 2 --checkpoint products/saved --every checkpoint=1
        --series products/series.csv --frames products/frames --every 1)
    run_with order ''
    same "files and folders, and | names" "$(sed 's/^fsync //; s/^renameat/|/' "$scratch/report" | paste -sd ' ')" \
        "products series.csv products 000000.png 000001.png frames products s.0.bin $texts .new-step-000000000001 \
| step-000000000001 saved series.csv products 000002.png frames products s.0.bin $texts .new-step-000000000002 \
| step-000000000002 saved"
}

gasket=(sierpinski --r 3 --device cpu)
echo 'return fractal { layout = { "#.#", "###" }, wrong = 3 }' >"$scratch/wrong.lua"
if [[ -z ${NBB_FAULTS_LINE:-} && $first -eq 0 ]]; then
    fails_whole info unheard-of
    fails_whole check "$scratch/wrong.lua"
fi
check_order
fail_each no list
fail_each no check "$NBB_SOURCE_DIR/examples/snowflake.lua"
fail_each no info carpet --r 3 --program ising
fail_each no info carpet --r 4 --ranks 2 --png products/maps.png
fail_each no render sierpinski --r 4 -o products/gasket.png
NBBGEN_NVRTC=/nowhere.so NBBGEN_NCCL=/nowhere.so fail_each no doctor  # those end the process themselves
fail_each no emit sierpinski --r 4 -o products/gasket.cu
fail_each no run "${gasket[@]}" --steps 2 --verify --json --png products/a.png --npy products/a.npy
fail_each yes run "${gasket[@]}" --steps 2 --digest --map lambda
runs run "${gasket[@]}" --steps 1 --npy "$scratch/one.npy"
fail_each no run "${gasket[@]}" --steps 2 --init "$scratch/one.npy" --checkpoint products/saved --every 1 --rle products/a.rle
fail_each no run "${gasket[@]}" --program ising --steps 2 --series products/series.csv --every 1 --apng products/a.png
fail_each no bench "${gasket[@]}" --map lambda --samples 1 --no-rates --csv products/b.csv --json products/b.json
finish
