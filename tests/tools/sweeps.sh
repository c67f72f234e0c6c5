#!/usr/bin/env bash
# sweeps.sh - runs sweeps and keeps what each said last, a line a sweep in tests/sweeps/outputs.txt, in place of its older one.
#
#     tests/tools/sweeps.sh BUILD [--jobs N] NAME...    BUILD: build/dev; NAME: compile_all, emulate_few, ...
#
# NAME:K/N, of faults and fuzz, is the K-th part of N; so many processes work side by side, as many as there are processors.
#
# NBB_COMMIT is the commit, where the tree was copied without its checkout. Exit 1 if a sweep fails.
set -euo pipefail
build=$(realpath "${1:?a build folder}")
cd "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."
outputs=tests/sweeps/outputs.txt
commit=${NBB_COMMIT:-$(git describe --always --dirty --exclude '*')}
[[ -e $outputs ]] || echo "date commit sweep minutes processors result; what it said last" >"$outputs"

# What sweep $1 says, its verdict first.
run_sweep() {
    local seconds=$SECONDS said result=passed part=${1#"${1%:*}"}
    said=$(NBB_PART=${part#:} ctest --test-dir "$build" --no-tests=error -R "^sweeps/${1%:*}.sh\$" -V 2>&1) || result=failed
    [[ $result == passed ]] || tail -n 60 <<<"$said" >&2
    said=$(sed -nE 's/^[0-9]+: (.*[^ ].*)/\1/p' <<<"$said" | tail -n 1)
    sed -i "\| $1 |d" "$outputs"
    printf '%s %s %s %d %d %s; %s\n' "$(date -u +%F)" "$commit" "$1" $(((SECONDS - seconds + 59) / 60)) "$(nproc)" "$result" "$said" |
        tee -a "$outputs"
    [[ $result == passed ]]
}

failed=0
shift
[[ ${1:-} != --jobs ]] || { export NBB_JOBS=${2:?processes} && shift 2; }
for sweep; do
    run_sweep "$sweep" || failed=1
done
exit "$failed"
