#!/usr/bin/env bash
# random_definitions.sh - definitions drawn at random, of levels that differ, of levels drawn, of three axes, of replicas by chance and of
# turned ones: automata on every map, on the host and by the emulator, against a brute force (tests/tools/random_definitions.py). What a target
# refuses is counted. Takes 15 processor minutes.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export work NBB_EMULATED_CASES
work=$(mktemp -d)
NBB_EMULATED_CASES=$work/emulated
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2206 # a word, or two numbers
which=(${NBB_DEFINITIONS:-${NBB_FIRST_DEFINITION:-0} ${NBB_COUNT_DEFINITIONS:-300}})
"$NBB_SOURCE_DIR/tests/tools/random_definitions.py" "$work" "${which[@]}" >"$work/cases"

# try LINE: "passed", "refused" or what went wrong on the host; the emulator's case, if it takes it.
try() {
    local code=0 got
    # shellcheck disable=SC2086 # the options are words
    "$NBBGEN" emit ${1% | *} -o /dev/null 2>/dev/null && echo "$1" >>"$NBB_EMULATED_CASES"
    # shellcheck disable=SC2086
    got=$("$NBBGEN" run ${1% | *} --device cpu --json --digest --quiet 2>"$work/said.$BASHPID") || code=$?
    got=$(tr -d ' \n' <<<"$got" |
        sed 's/.*"population0":\([0-9]*\),"population":\([0-9]*\),.*"digest0":"\([^"]*\)","digest":"\([^"]*\)",.*/\1 \2 \3 \4/')
    case $code in
        0) [[ $got == "${1#* | }" ]] && echo passed || echo "$1: got $got" ;;
        2) echo refused ;;
        *) echo "$1: exit code $code, $(<"$work/said.$BASHPID")" ;;
    esac
    [[ $code == [02] ]] || cat "$(sed 's/ .*//' <<<"$1")"
}
export -f try
xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'try "$1"' bash <"$work/cases" >"$work/results"
grep -vx 'passed\|refused' "$work/results" || true
sort -uo "$NBB_EMULATED_CASES" "$NBB_EMULATED_CASES"
[[ -z ${NBB_DEFINITIONS:-} ]] || sed -i '1~97!d' "$NBB_EMULATED_CASES"  # a few of many that are alike
bash "$NBB_SOURCE_DIR/tests/suites/emulate.sh" | tee "$work/emulation" || true
passed=$(grep -cx passed "$work/results")
echo "$passed passed on the host, $(grep -cx refused "$work/results") refused; of $(wc -l <"$work/cases"); emulated:" \
    "$(tail -n 1 "$work/emulation")"
[[ $((passed + $(grep -cx refused "$work/results"))) == "$(wc -l <"$work/cases")" ]] && grep -q ' 0 failed' "$work/emulation"
