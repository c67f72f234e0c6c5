#!/usr/bin/env bash
# bench.sh - the bench files of a GPU: the papers' figures (m20, q20, s21), figures, the table of the lanes layout,
# and simplices, triangles and tetrahedra against their boxes.
#
#     NBBGEN=build/release/nbbgen tests/device/bench.sh FOLDER [m20|q20|s21|figures|simplices]...
#
# Writes NAME.json of each into the folder, of which `bench --show` makes tables and plots; all five unless some are named,
# and prints how long each took. A file that is there is resumed: what it holds for the same device, driver, version and kernels is not measured
# again. The rules are those of oracle/rules.txt, under which cells live on.
set -euo pipefail
: "${NBBGEN:?the program}"
folder=${1:?where the files go}
shift
[[ $# -gt 0 ]] || set -- m20 q20 s21 figures simplices
mkdir -p "$folder"

# with_rule NAME@SIZES: and its rule.
with_rule() {
    local rule
    rule=$(sed -n "s/^${1%@*} \([^ ]*\) .*/\1/p" "${BASH_SOURCE[0]%/*}/../oracle/rules.txt")
    echo "$1:${rule:?no rule for $1}"
}

for name in "$@"; do
    case $name in
        figures)
            domains=("sierpinski@12,14,16,18,20,22,24" vicsek@14 carpet@11 hfractal@11 "candy@8,9" bottles@11
                     chandelier@16 xfractal@14)
            what=(--map lanes --workload "ca,rd,sw") ;;
        simplices)
            domains=("triangle@1024,4096,16384,65536" "tetrahedron@128,256,512,1024")
            what=(--map "bb,lambda,enum" --storage "default,embedded" --from "default,below" --workload "sw,ca") ;;
        *)
            domains=()
            what=(--set "$name") ;;
    esac
    for domain in "${domains[@]}"; do
        what+=("$(with_rule "$domain")")
    done
    begin=$SECONDS
    "$NBBGEN" bench "${what[@]}" --device cuda --resume "$folder/$name.json" >/dev/null
    echo "$name: $((SECONDS - begin)) s"
done
