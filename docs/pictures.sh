#!/usr/bin/env bash
# pictures.sh - draws the pictures of docs/programs.md, docs/gallery.md and docs/studies.md by the commands that stand there, into
# folders of these names. Those of examples/picture.py need a Python with nbbgen and matplotlib, $NBB_PYTHON.
#
#     docs/pictures.sh [NAME...]      all, or some of them
set -euo pipefail
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$root/examples" "$work"

# draw PAGE NAME...: of several fields, those that are shown are kept.
draw() {
    local page=$1 program words name picture
    shift
    mkdir -p "$root/docs/$page"
    while read -r program words; do
        name=${words##* }
        [[ $# -eq 0 || " $* " == *" ${name%.png} "* ]] || continue
        # shellcheck disable=SC2086  # the command's words
        case $program in
            python3) "${NBB_PYTHON:-python3}" $words ;;
            *) "${NBBGEN:-$root/nbbgen}" $words >report ;;
        esac
        for picture in "${name%.png}".png "${name%.png}".*.png; do
            ! grep -qF "($page/$picture)" "$root/docs/$page.md" || mv "$picture" "$root/docs/$page"
        done
    done < <(grep -E '^    (\./nbbgen (run|info)|python3 examples/picture.py) .* [a-z_]+\.png$' "$root/docs/$page.md" | grep -vF spins.png)
}

cd "$work"
draw programs "$@"
draw gallery "$@"
while read -r study; do
    [[ $# -eq 0 || " $* " == *" $study "* ]] || continue
    python3 "$root/examples/studies.py" "$study" --out "$root/docs/studies/$study.svg" >report
done < <(sed -nE 's/^    \$ python3 examples\/studies.py ([a-z0-9]+).*/\1/p' "$root/docs/studies.md")
