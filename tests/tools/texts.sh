#!/usr/bin/env bash
# texts.sh - a hash of every text that a program emits for the cases of the matrix, on both targets, kernels alone and
# whole, without comments and blank lines: two lists show whether a change of the generator changed what it prints.
#
#     NBBGEN=build/dev/nbbgen NBB_MATRIX=build/dev/tests/nbb_matrix tests/tools/texts.sh >before
#     (the change)
#     NBBGEN=build/dev/nbbgen NBB_CASES=before tests/tools/texts.sh | diff before -
#
# NBB_CASES is a list made before, whose cases are taken: the matrix needs a minute to make them.
set -euo pipefail
: "${NBBGEN:?the program}"
export NBBGEN
cd "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."

cases() {
    if [[ -n ${NBB_CASES:-} ]]; then
        cut -d '|' -f 2 "$NBB_CASES"
        return
    fi
    local program domain
    "${NBB_MATRIX:?the matrix of cases}" list | cut -d '|' -f 1
    for program in programs/*.lua tests/oracle/programs/*.lua; do
        for domain in "carpet --r 4" "vicsek --r 5" "triangle --n 200" "tetrahedron --n 40"; do
            printf '%s\n' "$domain --program $program --map "{bb,lambda,compact,lanes,enum}
        done
    done
}

# What a text says to a compiler; where it is refused, the message.
digest() { sed -e 's,//.*,,' -e 's/ *$//' -e '/^$/d' | sha1sum | cut -c 1-16; }
emit() {
    local text
    # shellcheck disable=SC2086  # options are words
    text=$(for target in cuda host; do "$NBBGEN" emit $1 --target $target 2>&1; "$NBBGEN" emit $1 --target $target --kernel-only 2>&1; done || true)
    printf '%s|%s\n' "$(digest <<<"$text")" "$1"
}
export -f digest emit

cases | sed 's/ *$//' | xargs -P "$(nproc)" -d '\n' -I '{}' bash -c 'emit "$1"' bash '{}' | sort -t '|' -k 2
