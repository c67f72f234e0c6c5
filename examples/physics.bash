# physics.bash - sourced by the examples of physics: options, runs of the program, and what reads their files.
#
#     . physics.bash NAME=DEFAULT... -- "$@"      sets each NAME from --NAME VALUE; all other arguments go to runs
#
# shellcheck shell=bash
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
program=${NBBGEN:-$here/../nbbgen}
[[ -x $program ]] || program=$(type -P nbbgen) || { echo "there is no nbbgen in \$NBBGEN, $here/.. or \$PATH" >&2; exit 1; }
arguments=()
known=" "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

while [[ $1 != -- ]]; do
    declare "$1"
    known+="--${1%%=*} "
    shift
done
shift
command="${0#"$PWD/"}${*:+ $*}"
while [[ $# -gt 0 ]]; do
    if [[ $known == *" $1 "* && $# -ge 2 ]]; then
        declare "${1#--}=$2"
        shift 2
    else
        arguments+=("$1")
        shift
    fi
done

# nbbgen FRACTAL OPTION...: a run, which says nothing but what goes wrong.
nbbgen() { "$program" run "$@" "${arguments[@]}" --quiet >"$work/report"; }

# physics WHAT OPTION...: reads, compares with what is known, prints a table and draws.
physics() { NBB_EXAMPLE=$command python3 -B "$here/physics.py" "$@"; }
