#!/usr/bin/env bash
# pictures.sh - draws the pictures of docs/programs.md by the commands that stand there, into docs/programs/.
#
#     docs/pictures.sh [NAME...]      all, or those of some programs
set -euo pipefail
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/..
mkdir -p "$root/docs/programs"
cd "$root/docs/programs"
while read -r _ words; do
    name=${words##*--png }
    if [[ $# -eq 0 || " $* " == *" ${name%.png} "* ]]; then
        # shellcheck disable=SC2086  # the command's words
        "${NBBGEN:-$root/nbbgen}" $words --quiet
    fi
done < <(grep -E '^    \./nbbgen run .* --png [a-z_]+\.png$' "$root/docs/programs.md" | grep -v spins.png)
