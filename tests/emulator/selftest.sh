#!/bin/sh
# selftest.sh - runs the emulator's own cases and prints "N passed, N failed"; usage: selftest.sh [build folder]
#
# Each cases/*.cu and *.hip ends with 0, under the default orders; of faults*.cu each fault (faults.h) ends with 99 and its message. With
# NBB_LONG=1 (the sweep) cases end so under each single order, too, nvcc must accept them, for the emulator is not to be more lenient
# than CUDA, and one fault and one correct case are repeated with the portable fibers (ucontext).
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

# build FILE: compiles the case.
build()
{
    "$here/nvcc-emu" "$1" -o "$build/program" -Wall -Wextra -Wno-unused-function -Werror >"$build/output" 2>&1
    judge "$1 compiles" $?
}

# ends CODE TEXT ARGUMENT...: the program ends with this code, and with TEXT in its message.
ends()
{
    code=$1 text=$2
    shift 2
    "$build/program" "$@" >"$build/output" 2>&1
    found=$?
    echo "exit code $found, expected: $code, $text" >"$build/expected"
    cat "$build/expected" >>"$build/output"
    [ $found -eq "$code" ] && grep -vxFf "$build/expected" "$build/output" | grep -qF -- "$text"
}

# find_faults [NAME]: the faults of the program, or one.
find_faults()
{
    "$build/program" >"$build/faults"
    while IFS='|' read -r name text; do
        [ "${1:-$name}" = "$name" ] || continue
        ends 99 "$text" "$name"
        judge "$name" $?
    done <"$build/faults"
}

run_case()
{
    for order in "" ${NBB_LONG:+forward reverse shuffle:7}; do
        NBB_EMU_ORDER=$order "$build/program" >"$build/output" 2>&1
        judge "$1 in order $order" $?
    done
}

for case in "$here"/cases/*.cu "$here"/cases/*.hip; do
    build "$case"
    case $case in
    */faults_*) find_faults ;;
    *) run_case "$case" ;;
    esac
    if [ -n "${NBB_LONG:-}" ] && [ "${case%.cu}" != "$case" ]; then
        architecture=sm_80
        ! grep -q __cluster_ "$case" || architecture=sm_90
        nvcc -arch=$architecture -cubin "$case" -o "$build/object" >"$build/output" 2>&1
        judge "$case with nvcc" $?
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

if [ -n "${NBB_LONG:-}" ]; then
    export NBB_EMU_ENGINE_FLAGS="-DEMU_UCONTEXT -O0"
    build "$here/cases/collectives.cu"
    run_case "collectives on ucontext"
    build "$here/cases/faults_memory.cu"
    find_faults stack_overflow
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
