#!/usr/bin/env bash
# bench.sh - the bench files of a GPU: the papers' figures (m20, q20, s21), figures, the table of the lanes layout,
# and simplices, triangles and tetrahedra against their boxes.
#
#     NBBGEN=build/release/nbbgen tests/device/bench.sh FOLDER [m20|q20|s21|figures|simplices]...
#
# Writes NAME.json, .csv, .md and .svg of each into the folder; all five unless some are named. A file that is there is
# resumed: what it holds for the same device, version and kernels is not measured again.
set -euo pipefail
: "${NBBGEN:?the program}"
folder=${1:?where the files go}
shift
[[ $# -gt 0 ]] || set -- m20 q20 s21 figures simplices
mkdir -p "$folder"

for name in "$@"; do
    case $name in
        figures) what=("sierpinski@12,14,16,18,20,22,24" vicsek@14 carpet@11 hfractal@11 "candy@8,9" bottles@11
                       chandelier@16 xfractal@14 --map lanes --workload "ca,rd,sw") ;;
        simplices) what=("triangle@1024,4096,16384,65536" "tetrahedron@128,256,512,1024" --map "bb,lambda,enum"
                         --storage "default,embedded" --from "default,below" --workload "sw,ca") ;;
        *) what=(--set "$name") ;;
    esac
    "$NBBGEN" bench "${what[@]}" --device cuda --resume "$folder/$name.json" --csv "$folder/$name.csv" \
        --plot "$folder/$name.svg" --markdown "$folder/$name.md"
done
