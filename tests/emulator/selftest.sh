#!/bin/sh
# selftest.sh - runs the emulator's own cases and prints "N passed, N failed"; usage: selftest.sh [build folder]
#
# The first line of each cases/*.cu says what must happen: "// expect: ok" (exit code 0, under the default orders and
# under each single one) or "// expect: TEXT" (exit code 99 and TEXT in the message). Where nvcc is on the path, it
# must accept every case: the emulator is not to be more lenient than CUDA. One faulty and one correct case are
# repeated with the portable fibers (ucontext).
#
set -u

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$(mktemp -d)}
[ $# -ge 1 ] || trap 'rm -rf "$build"' EXIT
mkdir -p "$build"
export NBB_EMU_BUILD="${NBB_BUILD_DIR:-$build}/emulator"
unset NBB_EMU_ORDER NBB_EMU_ORDERS
passed=0 failed=0

# judge NAME STATUS: counts, and shows the case's output if it failed.
judge()
{
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        sed 's/^/    /' "$build/output"
    fi
}

# runs_as_expected PROGRAM EXPECTATION
runs_as_expected()
{
    "$1" >"$build/output" 2>&1
    code=$?
    echo "exit code $code, expected: $2" >>"$build/output"
    if [ "$2" = ok ]; then
        [ $code -eq 0 ]
    else
        [ $code -eq 99 ] && grep -v '^exit code' "$build/output" | grep -qF -- "$2"
    fi
}

# run_case FILE NAME
run_case()
{
    expectation=$(sed -n '1s,^// expect: ,,p' "$1")
    "$here/nvcc-emu" "$1" -o "$build/program" -Wall -Wextra -Wno-unused-function -Werror >"$build/output" 2>&1 &&
        runs_as_expected "$build/program" "$expectation"
    judge "$2" $?
}

for case in "$here"/cases/*.cu; do
    name=$(basename "$case" .cu)
    run_case "$case" "$name"
    if [ "$(head -n 1 "$case")" = "// expect: ok" ]; then
        for order in forward reverse shuffle:7; do
            NBB_EMU_ORDER=$order runs_as_expected "$build/program" ok
            judge "$name in order $order" $?
        done
        if command -v nvcc >/dev/null; then
            nvcc -arch=sm_90 -cubin "$case" -o "$build/object" >"$build/output" 2>&1
            judge "$name with nvcc" $?
        fi
    fi
done

# is_refused PTX MESSAGE [OUTPUT]: a statement of an output, more of them and an input whose meaning on a device is not the one meant.
is_refused()
{
    printf 'unsigned f(unsigned a) { unsigned d, e; asm("%s" : "=r"(d)%s : "r"(a)); return d; }\n' "$1" "${3-}" >"$build/refused.cu"
    ! perl "$here/launches.pl" "$build/refused.cu" >"$build/output" 2>&1 && grep -qF -- "$2" "$build/output"
    judge "refused: $1" $?
}

is_refused '{ .reg .b32 x; not.b32 %0, %1; not.b32 x, %1; }' '%0 is written'
is_refused '{ .reg .b32 x; not.b32 x, %1; }' 'the output %0 is not written'
is_refused 'not.b32 %0, %2; not.b32 %1, %2;' '%0 is written' ', "=&r"(e)'
is_refused 'not.b32 %1, %2; mov.b32 %2, %1;' '%2 is written' ', "=&r"(e)'
is_refused 'not.b32 %0, %2;' 'the output %1 is not written' ', "=&r"(e)'
is_refused '{ .reg .b32 x, y; not.b32 %0, y; }' 'y is read, and is no input nor written before'
is_refused 'and.b32 %0, %1, %2;' '%2 is read, and is no input nor written before'
is_refused 'not.b32 x, %1; not.b32 %0, %1;' 'x is written'
is_refused '.reg .b32 x; not.b32 %0, %1;' 'registers outside of braces'
is_refused 'lop3.b32 %0, %1, %1, 0x96;' 'lop3.b32 with 2 operands'
is_refused 'add.u32 %0, %1, %1;' 'add.u32'

export NBB_EMU_ENGINE_FLAGS="-DEMU_UCONTEXT -O0"
for name in collectives stack_overflow; do
    run_case "$here/cases/$name.cu" "$name on ucontext"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
