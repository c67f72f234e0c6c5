#!/usr/bin/env bash
# hardening.sh - the program has what CMakeLists.txt asks of compiler and linker against mistakes with untrusted text.
set -euo pipefail
: "${NBBGEN:?the program}" "${NBB_BUILD_DIR:?}"
failed=0

# has WHAT PATTERN TEXT: a line of the text matches.
has() {
    grep -qE -- "$2" <<<"$3" && return
    echo "$NBBGEN: $1 is missing: nothing matches $2 in"
    head -n 20 <<<"$3"
    failed=1
}

dynamic=$(readelf -dW "$NBBGEN")
segments=$(readelf -lW "$NBBGEN")
symbols=$(readelf -sW --dyn-syms "$NBBGEN")
has "a position-independent program" 'FLAGS_1.* PIE' "$dynamic"
has "binding of all functions at the start" 'FLAGS_1.* NOW' "$dynamic"
has "a relocated part that is read-only" 'GNU_RELRO' "$segments"
has "a stack without code" 'GNU_STACK .* RW +0x' "$segments"
has "checks of the stack" '__stack_chk_fail' "$symbols"
has "checks of copies" '__(v?snprintf|memcpy|fprintf|vfprintf)_chk' "$symbols"
case $(uname -m) in
    x86_64) has "marks of where jumps may lead" 'endbr64' "$(objdump -d --disassemble=main "$NBBGEN")" ;;
esac

# What leaves no trace in the program is looked for in each of the compiler's commands.
commands=$(grep -E '"command": .*/(gen|runtime|cli)/' "$NBB_BUILD_DIR/compile_commands.json")
for flag in -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection '-fPI[CE]'; do
    all=$(wc -l <<<"$commands")
    with=$(grep -cEe " $flag " <<<"$commands" || true)
    if [[ $all -lt 100 || $with -ne $all ]]; then
        echo "$flag is in $with of $all commands (all of at least 100 wanted)"
        failed=1
    fi
done

# A stack of 128 KiB, as threads of some systems have, is enough to plan and print. The environment lies on it, too.
for what in "info sierpinski --r 8" "info carpet --r 5 --program ising" "emit carpet --r 4 --program ising" \
            "emit triangle --n 512 --program epidemic" "emit menger --r 3 --program $NBB_SOURCE_DIR/tests/programs/space.lua"; do
    # shellcheck disable=SC2086 # words
    if ! (ulimit -s 128 && env -i "$NBBGEN" $what >/dev/null); then
        echo "nbbgen $what fails where the stack has 128 KiB"
        failed=1
    fi
done
[[ $failed -eq 0 ]] && echo "hardened"
