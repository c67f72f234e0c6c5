#!/usr/bin/env bash
# goldens.sh - emitted text, byte by byte: the command in the second line of each emitted file of tests/goldens makes it
# again; one that ends with the line before its check and main is compared so far. Of the texts of sections.txt, "$" and
# the words of a command, the golden has the header comment from the line of the program on (the lines before say the
# command and the layout again) and what is named behind "#": functions, types, tables. Texts, of these every fourth but
# with NBB_LONG=1 (the sweep), are then compiled with warnings as errors (CUDA for the emulator) and run; they check themselves.
# labels: slow
#
#     goldens.sh --bless     writes the files anew, for `git diff` to show what a change does
set -uo pipefail
: "${NBBGEN:?the program}"
source_dir=${NBB_SOURCE_DIR:-$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..}
cd "$source_dir" || exit
unset NBBGEN_TEMPLATES NBBGEN_FRACTALS
work=$(mktemp -d "${TMPDIR:-/tmp}/goldens.XXXXXX")
trap 'rm -rf "$work"' EXIT
export NBB_EMU_BUILD=${NBB_BUILD_DIR:-$work}/emulator
golden=tests/goldens/sections.txt
passed=0
failed=0
count=0

# The text that file $1's own command makes now.
emit_again() {
    local words
    read -ra words < <(sed -n '/^\/\/   nbbgen /,/^\/\/$/ s,^// *,,p' "$1" | paste -sd ' ')
    words=("${words[@]:1}")
    [[ ${words[0]:-} == emit ]] || { echo "$1: no '//   nbbgen emit ...' in line 2" >&2; return 1; }
    "$NBBGEN" "${words[@]}"
}

compile() {
    if grep -q '<cuda_runtime.h>' "$work/text"; then
        cp "$work/text" "$work/text.cu"
        tests/emulator/nvcc-emu "$work/text.cu" -O1 -Wextra -Werror -o "$1"
    else
        "${CC:-cc}" -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -fopenmp -x c "$work/text" -o "$1"
    fi
}

# judge FILE WHAT COMMAND...: counts whether the command succeeds, and shows what it printed if not.
judge() {
    if "${@:3}" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: $2"
        head -n 40 "$work/log"
    fi
}

# As much of the text as golden $1 has: all of it, or up to the line before the check.
as_much() {
    if tail -n 1 "$1" | grep -q '^// ---- What follows '; then
        sed '/^\/\/ ---- What follows /q' "$work/text"
    else
        cat "$work/text"
    fi
}

compare() {
    emit_again "$1" >"$work/text" && diff -u "$1" <(as_much "$1")
}

bless() {
    emit_again "$1" >"$work/text" && as_much "$1" >"$work/blessed" && cp "$work/blessed" "$1"
}

# The header comment of the text from its program on, and the parts that declare one of the words ("*" in a word is any
# letters), each with the comment above it. A part ends at a blank line behind a line that is not indented.
sections() {
    awk -v words="$*" '
        function take() { if (!parts++ || head ~ wanted) print part; part = head = ""; inside = 0 }
        BEGIN { gsub(/ /, "|", words); gsub(/\*/, "[a-z0-9_]*", words); wanted = "[ *](" words ")([[(;]| [{0-9(])" }
        !NF && last !~ /^ / { take(); next }
        !parts && !seen && !/^\/\/ (Program|Workload) / { next }
        { seen = 1 }
        { part = part $0 "\n"; last = $0 }
        !inside && !/^\/\// { head = head $0; inside = /\{$/ }
        END { take() }' "$work/text"
}

# cut_sections COMMAND WORDS: what sections.txt should have of that command.
cut_sections() {
    local words
    read -ra words <<<"$1"
    "$NBBGEN" emit "${words[@]}" >"$work/text" && { printf '$ %s\n# %s\n' "$1" "$2" && sections "$2"; } >"$work/cut"
}

# What is asked of each text, whose golden is $1.
check_text() {
    judge "$1" "does not compile" compile "$work/program"
    judge "$1" "does not pass its own check" "$work/program"
    rm -f "$work/program"
}

for file in tests/goldens/*.c*; do
    if [[ ${1:-} == --bless ]]; then
        judge "$file" "cannot be made again" bless "$file"
    else
        judge "$file" "is made otherwise now" compare "$file"
        check_text "$file"
    fi
done
while read -r command && read -r words; do
    judge "$command" "cannot be made" cut_sections "${command#\$ }" "${words#\# }"
    cat "$work/cut" >>"$work/sections"
    [[ ${1:-} == --bless || ($((count++ % 4)) -ne 0 && -z ${NBB_LONG:-}) ]] || check_text "$command"
done < <(grep -A 1 '^\$ ' "$golden" | grep -v '^--$')
if [[ ${1:-} == --bless ]]; then
    cp "$work/sections" "$golden"
else
    judge "$golden" "its sections are made otherwise now" diff -u "$golden" "$work/sections"
fi
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
