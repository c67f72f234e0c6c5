# verdicts.bash - what was judged once is not judged again: the same emitted text, by the same checker, compiler and headers, passes
# again. Verdicts are empty files in $NBB_VERDICTS, by name; a fresh clone has none.
# shellcheck shell=bash
: "${NBB_VERDICTS:=$(mktemp -d)}"
export NBB_VERDICTS judges
mkdir -p "$NBB_VERDICTS"

# keep_verdicts COMPILER FILE...: verdicts of this compiler and of what is in these files, which compile and check.
keep_verdicts() { judges=$({ "$1" --version && cat "${@:2}"; } | sha256sum); }

# verdict_of FILE WORD...: the file that is there if the text in FILE passed, with the same words of what is asked of it.
verdict_of() { echo "$NBB_VERDICTS/$({ echo "$judges ${*:2}" && cat "$1"; } | sha256sum | cut -c 1-40)"; }
export -f verdict_of
