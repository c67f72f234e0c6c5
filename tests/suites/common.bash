# common.bash - what the suites share: a scratch folder to work in, runs of the program, checks and their totals.
#
# A suite sources this file, calls `nbbgen` and the checks, and ends with `finish`. There is no GPU for the program,
# whatever machine this is.
# shellcheck shell=bash disable=SC2034  # what is set here is used there
set -uo pipefail
: "${NBBGEN:?the program}" "${NBB_SOURCE_DIR:?the checkout}" "${NBB_JSONGET:?tests/tools/jsonget}"

export NBBGEN_LIBCUDA=/nowhere/libcuda.so
[[ -z ${NBB_BUILD_DIR:-} ]] || export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator
unset NBBGEN_TEMPLATES NBBGEN_FRACTALS
export CC=$NBB_SOURCE_DIR/tests/tools/cc_light
export NBB_EMU_ORDER=shuffle:1  # several orders are emulate.sh's,
[[ -n ${NBB_LONG:-} ]] || export NBB_EMU_UNCHECKED=1  # and checks of arithmetic
scratch=$(mktemp -d "${TMPDIR:-/tmp}/suite.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cd "$scratch/work" || exit
passed=0
failed=0
patience=1  # what limits of time are multiplied by: sanitizers cost that
! grep -q __asan_init "$NBBGEN" || patience=5

# Runs the program: its output and messages are in $out and $err (and in the files of these names in $scratch), its
# exit status is $code.
nbbgen() {
    code=0
    command="nbbgen $*"
    "$NBBGEN" "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
    { out=$(<"$scratch/out"); } 2>/dev/null  # where it says that there are null bytes, which it leaves out
    err=$(<"$scratch/err")
}

# emulated FILE.cu [OPTION...]: compiles emitted CUDA for the emulator and runs it; its report is $out and what `json` reads.
emulated() {
    command="emulated $*"
    { "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" "$1" -o "${1%.cu}" -w "${@:2}" 2>&1 && "./${1%.cu}" 2>&1; } >"$scratch/out"
    out=$(<"$scratch/out")
    return 0
}

# use_gpus COUNT: so many GPUs from here on: tests/stubs/gpus stands for the driver, NVRTC and NCCL, compiled by the first suite that asks.
use_gpus() {
    local library=$NBB_EMU_BUILD/gpus.so
    command="nvcc-emu gpus.cu"
    mkdir -p "$NBB_EMU_BUILD"
    exec 8>"$library.lock"
    flock 8
    if [[ ! -e $library || -n $(cd "$NBB_SOURCE_DIR" && find tests/stubs/gpus tests/emulator runtime/device/cuda_symbols.h -newer "$library" -print -quit) ]]; then
        same "messages" "$("$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" -shared "$NBB_SOURCE_DIR/tests/stubs/gpus/gpus.cu" -o "$scratch/gpus.so" \
            -I"$NBB_SOURCE_DIR" 2>&1)" ""
        mv "$scratch/gpus.so" "$library"
    fi
    exec 8>&-
    mkdir -p "$scratch/cache"
    export NBBGEN_LIBCUDA=$library NBBGEN_NVRTC=$library NBBGEN_NCCL=$library
    export NBB_STUB_GPUS=$1 NBB_EMU_ORDERS=1 NBB_STUB_SOURCE=$NBB_SOURCE_DIR XDG_CACHE_HOME=$scratch/cache
}

# judge CONDITION'S-STATUS WHAT GOT WANTED
judge() {
    if [[ $1 -eq 0 ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s: %s is\n    %s\nwanted\n    %s\n' "$(place)" "$command" "$2" "$(head -n 20 <<<"$3")" "$4"
    fi
}

# Where the suite itself called what failed.
place() {
    local frame=0 where
    while where=$(caller $frame) && [[ $where == *common.bash ]]; do
        frame=$((frame + 1))
    done
    echo "line ${where%% *}"
}

# same WHAT GOT WANTED: the two are equal.
same() {
    [[ $2 == "$3" ]]
    judge $? "$1" "$2" "$3"
}

# like WHAT GOT PATTERN: the shell pattern matches all of it.
like() {
    # shellcheck disable=SC2053  # a pattern is meant
    [[ $2 == $3 ]]
    judge $? "$1" "$2" "$3"
}

# unlike WHAT GOT PATTERN: the shell pattern does not.
unlike() {
    # shellcheck disable=SC2053  # a pattern is meant
    [[ $2 != $3 ]]
    judge $? "$1" "$2" "anything but $3"
}

# at_most WHAT GOT LIMIT: whole numbers.
at_most() {
    [[ $2 -le $3 ]]
    judge $? "$1" "$2" "at most $3"
}

# runs ARGUMENT...: the program ends with 0.
runs() {
    nbbgen "$@"
    [[ $code -eq 0 ]]
    judge $? "exit code" "$code: $err" 0
}

# fails CODE PATTERN ARGUMENT...: the program ends so, prints nothing, and its message matches.
fails() {
    nbbgen "${@:3}"
    same "exit code" "$code" "$1"
    like "message" "$err" "nbbgen: $2"
    same "standard output" "$out" ""
}

# rows_in FILE...: rows of observables, without the line that says where they come from.
rows_in() { grep -hv -e '^# {' -e '^{"provenance"' "$@"; }

# A value of the last run's JSON object.
json() { "$NBB_JSONGET" "$scratch/out" "$@" 2>&1; }

# The digest of a run.
digest_of() {
    runs run "$@" --device cpu --digest --json --quiet
    digest=$(json digest)
}

# The keys of the last run's JSON object.
json_keys() { "$NBB_JSONGET" --keys "$scratch/out" "$@" 2>&1; }

# rows: "r-or-n workload map choice" of the rows of the last JSON, those with figures.
rows() {
    local i
    for ((i = 0; i < $(json_keys rows); ++i)); do
        "$NBB_JSONGET" "$scratch/out" "rows.$i.skipped" >/dev/null 2>&1 && continue
        printf '%s;' "$(($(json "rows.$i.r") + $(json "rows.$i.n"))) $(json "rows.$i.workload") $(json "rows.$i.map") $(json "rows.$i.choice")"
    done
}

# some N ROW...: one of every N rows, each a line; with NBB_LONG, as the sweep long.sh has it, all of them.
some() { printf '%s\n' "${@:2}" | sed -n "1~$([[ -n ${NBB_LONG:-} ]] && echo 1 || echo "$1")p"; }

# long COMMAND...: with NBB_LONG alone.
long() { [[ -z ${NBB_LONG:-} ]] || "$@"; }

# Milliseconds, for differences.
now_ms() { echo $(($(date +%s%N) / 1000000)); }

# header_command FILE: the command that an emitted text gives; a word as long as a line goes on behind a comma or slash.
header_command() { sed -n '/^\/\/   nbbgen /,/^\/\/$/ s,^// *,,p' "$1" | paste -sd ' ' | sed 's/ *$//; s/\([,/]\) /\1/g'; }

finish() {
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 && $passed -gt 0 ]]
}

# With NBB_ONLY=PATTERN, of the functions that a suite calls at its end those alone that match.
# chosen WORD: whether it is no function of the suite's own, or matches.
chosen() {
    [[ $ours == *" $1 "* || $1 =~ $NBB_ONLY ]] || ! declare -F "$1" >/dev/null
}
if [[ -n ${NBB_ONLY:-} ]]; then
    ours=" $(declare -F | sed 's/.* //' | tr '\n' ' ')"
    shopt -s extdebug  # what the trap says no to is not called
    set +T             # and it is asked at the suite's top alone
    trap '[[ ! $BASH_COMMAND =~ ^[\"a-z_$]+( |$) ]] || eval "chosen ${BASH_COMMAND%% *}"' DEBUG
fi
