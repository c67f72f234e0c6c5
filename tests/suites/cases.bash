# cases.bash - what suites of many cases side by side share: a scratch folder $work, where a line of `results` says "passed" of each, and
# verdicts. What was judged once is not judged again: the same emitted text, by the same checker, compiler and headers, passes
# again. Verdicts are empty files in $NBB_VERDICTS, by name; a fresh clone has none.
# shellcheck shell=bash
: "${NBB_VERDICTS:=$(mktemp -d)}"
export NBB_VERDICTS judges work
mkdir -p "$NBB_VERDICTS"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"

# keep_verdicts COMPILER FILE...: verdicts of this compiler and of what is in these files, which compile and check.
keep_verdicts() { judges=$({ "$1" --version && cat "${@:2}"; } | sha256sum); }

# verdict_of FILE WORD...: the file that is there if the text in FILE passed, with the same words of what is asked of it.
verdict_of() { echo "$NBB_VERDICTS/$({ echo "$judges ${*:2}" && cat "$1"; } | sha256sum | cut -c 1-40)"; }

# "population0 population digest0 digest" of a report on standard input.
figures_of() {
    tr -d ' \n' |
        sed 's/.*"population0":\([0-9]*\),"population":\([0-9]*\),.*"digest0":"\([^"]*\)","digest":"\([^"]*\)",.*/\1 \2 \3 \4/'
}
export -f verdict_of figures_of

# say_totals CASES [MORE]: of the results of so many lines, and how much more failed; false unless all passed.
say_totals() {
    local passed failed
    passed=$(grep -c passed "$work/results" || true)
    failed=$(($(wc -l <"$1") - passed + ${2:-0}))
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 && $passed -gt 0 ]]
}
