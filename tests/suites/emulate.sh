#!/usr/bin/env bash
# labels: quick slow
# emulate.sh - executes emitted CUDA text: the cases of tests/cover/cases.txt, which take every branch of its templates (sweeps:
# emulate_few.sh takes each choice on each definition, emulate_all.sh all pairs), each once, twenty standalone .cu files compiled as one for
# the emulator, which runs real blocks, barriers, shuffles and WMMA, their threads shuffled. Each program also checks
# itself; its figures must be those of the case. Every 16th case goes by HIP too, in waves of 64 lanes, if HIP takes it. With NBB_LONG=1
# (a sweep) there are several orders of threads, compared after each launch, and persistent launches and those that permute words in memory go all ways.
# NBB_ONLY="FRACTAL PATTERN" asks for three cases of the matrix that match, of all that it lists for this fractal.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
export NBB_EMU_BUILD=$NBB_BUILD_DIR/emulator CC=$NBB_SOURCE_DIR/tests/tools/cc_light
export every_order=${NBB_LONG:-}${NBB_EMULATED_CASES:-}
# shellcheck source=tests/suites/cases.bash
source "$NBB_SOURCE_DIR/tests/suites/cases.bash"
keep_verdicts g++ tests/suites/emulate.sh tests/emulator/{*.h,*.pl,nvcc-emu,engine/*,include/*.h,include/hip/*}

# failed LINE GOT FILE: says what a line came to, and what was said of it.
failed() {
    echo "failed: nbbgen emit ${1% | *}: expected ${1#* | }, got $2" >&2
    cat "$3" >&2
    echo failed
}

# judge LINE PROGRAM FILE: what the line's program, of that number in FILE, comes to.
judge() {
    local got order orders=(${every_order:+""})  # forward, reverse, shuffled
    [[ -n $every_order && $1 != *"--permuted memory"* ]] || orders=(shuffle:1)  # what the scratch holds hangs on the order
    [[ $1 != *--templates* ]] || orders=(forward reverse shuffle:1)
    for order in "${orders[@]}"; do
        if NBB_EMU_PROGRAM=$2 NBB_EMU_ORDER=$order "$3" >"$3.out" 2>"$3.err"; then got=$(figures_of <"$3.out"); else got="exit code $?"; fi
        [[ $got == "${1#* | }" ]] || { failed "$1" "$got" "$3.err"; return; }
    done
    echo passed
}

# run_cases LINE...: lines of the matrix, "options for emit | population0 population digest0 digest", compiled as one file.
run_cases() {
    local file line extension=cu sources=() lines=() verdicts=() verdict result i
    [[ $1 != *"--target hip"* ]] || extension=hip
    file=$(mktemp "$work/cases.XXXXXX") || exit 1
    for line; do
        # shellcheck disable=SC2086 # the options are words
        "$NBBGEN" emit ${line% | *} -o "$file.${#lines[@]}.$extension" 2>"$file.err" || { failed "$line" "no text" "$file.err"; continue; }
        verdict=$(verdict_of "$file.${#lines[@]}.$extension" "${line#* | }")
        [[ ! -e $verdict ]] || { echo passed; continue; }
        sources+=("$file.${#lines[@]}.$extension") lines+=("$line") verdicts+=("$verdict")
    done
    if [[ ${#lines[@]} -gt 0 ]] && ! tests/emulator/nvcc-emu "${sources[@]}" -o "$file" 2>"$file.err"; then
        for line in "${lines[@]}"; do failed "$line" "no program" "$file.err"; done
    else
        for ((i = 0; i < ${#lines[@]}; ++i)); do
            result=$(judge "${lines[i]}" "$i" "$file")
            [[ $result != passed ]] || : >"${verdicts[i]}"
            echo "$result"
        done
    fi
    rm -f "$file" "$file".*
}
export -f failed judge run_cases

# Persistent launches, of more blocks, warps and rounds than the boxes of the matrix have, with the states in memory and in a cluster;
# the host says what they come to.
print_persistent() {
    local options way ways=("--block 128 --persistent grid" "--block 96 --persistent cluster")
    for options in "sierpinski --r 8 --tile 2 --lanes 3 --steps-per-launch 1 --steps 9" \
                   "vicsek --r 6 --tile 3 --lanes 5 --steps-per-launch 2 --steps 11 --rule B0/S12" \
                   "sierpinski --r 7 --tile 2 --lanes 3 --steps-per-launch 1 --steps 150 --rule B13/S0123" \
                   "sierpinski --r 8 --tile 2 --program ising --steps 7" "carpet --r 4 --tile 1 --program forest_fire --steps 8"; do
        [[ -n ${NBB_LONG:-} ]] || ways=("${ways[1]}" "${ways[0]}")
        for way in "${ways[@]::${NBB_LONG:+1}+1}"; do
            # shellcheck disable=SC2086 # the options are words
            echo "$options $way | $("$NBBGEN" run $options --device cpu --json --digest --quiet | figures_of)"
        done
    done
    # And more that draws leave open than a warp settles at once: at an item's end, and between a cell's two draws.
    for options in "carpet --r 6 --program ising --steps 3" "carpet --r 5 --program forest_fire --steps 6"; do
        # shellcheck disable=SC2086 # the options are words
        echo "$options --persistent no | $("$NBBGEN" run $options --device cpu --json --digest --quiet | figures_of)"
    done
}

# More warps than there is scratch memory for those that permute words in it, which take slots one after the other. What it holds in the end hangs on the
# order of threads, so these run in one order at a time. And levels with so many tiles that few warps permute any.
print_permuting() {
    local options figures scarce
    cp -r templates "$work/scarce"
    sed -i 's,plan.scratch_bytes //,1 //,' "$work/scarce/cuda/lane_permuted.in"
    for options in "vicsek --r 8 --tile 3 --lanes 125 --steps-per-launch 2 --steps 5 --buffers 1" \
                   "vicsek --r 7 --tile 3 --lanes 5 --steps-per-launch 2 --steps 5" \
                   ${NBB_LONG:+"vicsek --r 8 --tile 3 --lanes 25 --steps-per-launch 3 --steps 7 --rule B0/S12"} \
                   ${NBB_LONG:+"carpet --r 6 --tile 3 --lanes 8 --steps-per-launch 1 --steps 2"} \
                   ${NBB_LONG:+"sierpinski --r 12 --tile 2 --lanes 3 --steps-per-launch 1 --steps 2"}; do
        # shellcheck disable=SC2086 # the options are words
        figures=$("$NBBGEN" run ${options/--buffers 1/} --device cpu --json --digest --quiet | figures_of)
        [[ $options != sierpinski* ]] || { echo "$options --permuted memory | $figures"; continue; }  # one slot for all its warps takes long
        scarce="$options --permuted memory --templates $work/scarce"
        # shellcheck disable=SC2086 # the options are words
        "$NBBGEN" emit $scarce | grep '#define SLOTS 1u' >/dev/null || { echo "$scarce: not one slot" >&2; exit 1; }
        echo "$scarce | $figures"
    done
}

# Builds the engine once, before the crowd.
printf '__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); }\n' >"$work/first.cu"
tests/emulator/nvcc-emu "$work/first.cu" -o "$work/first"
if [[ -n ${NBB_EMULATED_CASES:-} ]]; then
    cp "$NBB_EMULATED_CASES" "$work/cases"  # a sweep's own
elif [[ -n ${NBB_ONLY:-} ]]; then
    env -u NBB_ONLY "$NBB_MATRIX" list "${NBB_ONLY%% *}" | grep -E -- "${NBB_ONLY#* }" | sed -n 1,3p >"$work/cases"
else
    { print_permuting; print_persistent; sed -n '/ | /s/^cuda //p' tests/cover/cases.txt; } >"$work/cuda"
    sed -nE '/--tc|--persistent [^n]|--permuted memory/d; / \| /s/^cuda (.*) \|/\1 --target hip |/p' tests/cover/cases.txt | sed -n '1~16p' >"$work/hip"
    cat "$work/cuda" "$work/hip" >"$work/cases"
fi
for which in -ve -e; do
    shuf --random-source=<(yes) "$work/cases" | { grep $which "--target hip" || true; } |
        xargs -r -d '\n' -P "$(nproc)" -n 20 bash -c 'run_cases "$@"' bash
done >"$work/results"
say_totals "$work/cases"
