#!/usr/bin/env bash
# pictures.sh - draws the pictures of docs/programs.md by the commands that stand there, into docs/programs/.
#
#     docs/pictures.sh [NAME...]      all, or those of some programs
set -euo pipefail
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
page=$root/docs/programs.md
folder=$root/docs/programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
cd "$work"
while read -r _ words; do
    name=${words##*--png }
    if [[ $# -eq 0 || " $* " == *" ${name%.png} "* ]]; then
        # shellcheck disable=SC2086  # the command's words
        "${NBBGEN:-$root/nbbgen}" $words >report
    fi
done < <(grep -E '^    \./nbbgen run .* --png [a-z_]+\.png$' "$page" | grep -vF spins.png)
for picture in *.png; do  # of several fields, those that are shown
    if grep -qF "(programs/$picture)" "$page"; then
        mv "$picture" "$folder"
    fi
done
