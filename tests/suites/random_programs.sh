#!/usr/bin/env bash
# random_programs.sh - programs drawn at random (tests/programs): each must load, each is run by map bb and by two other
# ways, and each report's digests, population and observables must be what the brute force says, which --verify also asks
# cell by cell. A way may refuse a program, with exit code 2; map bb, and map lanes on fractals with the plan's own choices,
# only those whose chances have too many cases. In the end each way must have taken some of 45 or more. Programs
# NBB_FIRST_PROGRAM .. + NBB_COUNT_PROGRAMS - 1. With NBB_DEVICE=cuda the emulator's ways run on the GPU.
# labels: slow
set -euo pipefail
export CC=${NBB_SOURCE_DIR:?}/tests/tools/cc_light
: "${NBBGEN:?}" "${NBB_PROGRAMS:?}" "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator
[[ -n ${NBB_DEVICE:-} ]] || export NBBGEN_LIBCUDA=/nowhere/libcuda.so
export OMP_NUM_THREADS=1
export work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
first=${NBB_FIRST_PROGRAM:-157}
count=${NBB_COUNT_PROGRAMS:-8}

# Ways to run a program, each a line of options; TILE and LANES are some that its domain has. The first runs all programs.
# Those with --target are executed by the emulator, whose threads run in three orders.
ways=("--map bb"
      "--map lambda"
      "--map lanes"
      "--map compact"
      "--map lanes --target cuda"
      "--map lanes --steps-per-launch 2"
      "--map lambda --storage packed"
      "--map lanes --tile TILE --steps-per-launch 3 --target cuda"
      "--map lambda --target cuda"
      "--map lanes --lanes LANES"
      "--map compact --tile TILE"
      "--map lanes --tile TILE --steps-per-launch 1 --target cuda"
      "--map compact --tile TILE --target cuda"
      "--map lanes --tile TILE --lanes LANES --target cuda"
      "--map bb --target cuda"
      "--map lanes --tile TILE --steps-per-launch 4"
      "--map lanes --buffers 1"
      "--map lanes --buffers 1 --persistent no --target cuda"
      "--map lanes --persistent grid --target cuda")
export NBB_WAYS
NBB_WAYS=$(printf '%s\n' "${ways[@]}")

# emulate FILE OPTIONS ORDER: executes the text that is emitted for CUDA; its report goes to standard output.
emulate() {
    # shellcheck disable=SC2086 # options are words
    "$NBBGEN" emit $2 --program "$1" -o "$1.cu" || return
    ! grep -nE '^.{119}' "$1.cu" >&2 || { echo "$1.cu: these lines are past 118 columns" >&2 && return 1; }
    tests/emulator/nvcc-emu "$1.cu" -o "$1.exe" -w && NBB_EMU_ORDER=$3 "$1.exe"
}

# takes_all WAY OPTIONS: whether the way may not refuse what runs with the options.
takes_all() {
    [[ $1 == "--map bb" || $1 == "--map lanes" && $2 != *" --n "* || $1 == "--map lanes --target cuda" && $2 != *" --n "* ]]
}

# run_on DEVICE FILE OPTIONS: the same of a run, or of its copy beside one of another seed, program by program.
run_on() {
    local seed=${3##*--seed }
    seed=${seed%% *}
    set -- "$1" "$2" "${3/--seed $seed/--seed $((seed - seed % 3))..$seed}"
    # shellcheck disable=SC2086 # options are words
    "$NBBGEN" run $3 --program "$2" --device "$1" --verify --digest --json --quiet
}

# run_way PROGRAM FILE OPTIONS WAY: prints "passed", "refused" or "failed", and the way.
run_way() {
    local orders=(forward reverse shuffle:1) report=$2.json result=passed code=0 options tile lanes
    read -r tile lanes <<<"$("$NBB_PROGRAMS" choices "$1")"
    options="$3 ${4/TILE/$tile}"
    options=${options/LANES/$lanes}
    if [[ $4 != *--target* ]]; then
        run_on cpu "$2" "$options" >"$report" 2>"$2.err" || code=$?
    elif [[ -n ${NBB_DEVICE:-} ]]; then
        run_on "$NBB_DEVICE" "$2" "${options/--target cuda/}" >"$report" 2>"$2.err" || code=$?
    else
        emulate "$2" "$options" "${orders[$1 % 3]}" >"$report" 2>"$2.err" || code=$?
    fi
    if [[ $code -eq 2 ]] && { ! takes_all "$4" "$3" || grep -Eq "too many cases for thresholds|hold programs of one" "$2.err"; }; then
        result=refused
    elif [[ $code -ne 0 ]] || ! "$NBB_PROGRAMS" compare "$1" "$report" 2>>"$2.err"; then
        result=failed
        { echo "nbbgen run $options --program FILE ends with $code:"; cat "$2.err" "$2"; } >&2
    fi
    echo "$result $4"
}

# Runs a program by the first way and two of the others, which change from program to program.
run_program() {
    local file=$work/p$1.lua options others i
    "$NBB_PROGRAMS" print "$1" >"$file"
    options=$("$NBB_PROGRAMS" options "$1")
    mapfile -t others <<<"$NBB_WAYS"
    run_way "$1" "$file" "$options" "${others[0]}"
    for i in "$1" $(($1 / 3 + $1 + 1)); do
        run_way "$1" "$file" "$options" "${others[i % (${#others[@]} - 1) + 1]}"
    done
    rm -f "$file"*
}
export -f emulate takes_all run_on run_way run_program

printf '__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); }\n' >"$work/first.cu"
tests/emulator/nvcc-emu "$work/first.cu" -o "$work/first"  # builds the engine once, before the crowd
"$NBB_PROGRAMS" check "$first" "$count"
seq "$first" $((first + count - 1)) | xargs -P "$(env -u OMP_NUM_THREADS nproc)" -I '{}' bash -c 'run_program "$1"' bash '{}' >"$work/results"
failed=$(grep -c ^failed "$work/results" || true)
for way in "${ways[@]}"; do
    taken=$(grep -cx "passed $way" "$work/results" || true)
    echo "$way: $taken passed, $(grep -cx "refused $way" "$work/results" || true) refused"
    [[ $taken -gt 0 || $count -lt 45 ]] || { echo "no program went $way"; failed=$((failed + 1)); }
done
[[ $(grep -cEx "(passed|refused) ${ways[0]}" "$work/results" || true) -eq $count ]] || failed=$((failed + 1))
echo "$failed failed"
[[ $failed -eq 0 ]]
