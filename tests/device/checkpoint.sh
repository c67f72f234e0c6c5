#!/usr/bin/env bash
# checkpoint.sh - how fast checkpoints are written, beside what the disk itself writes: dd of as many bytes, both
# until the disk has them.
#
#     NBBGEN=build/release/nbbgen tests/device/checkpoint.sh FOLDER [DEVICE]
#
# FOLDER is on the disk that is meant; what is written there is removed again. Prints a line a run and one for dd
# behind it.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/provenance.bash"
: "${NBBGEN:?the program}"
provenance "$@"
folder=${1:?a folder on the disk}
device=${2:-auto}
work=$(mktemp -d "$folder/checkpoint.XXXXXX")
trap 'rm -rf "$work"' EXIT
for what in "sierpinski --r 20 --map lanes" "carpet --r 9 --map compact" "vicsek --r 12 --program heat" \
    "vicsek --r 12 --program ising"; do
    # shellcheck disable=SC2086  # options
    "$NBBGEN" run $what --device "$device" --steps 4 --checkpoint "$work/saved" --every 2 2>&1 >/dev/null |
        sed -n "s|.*saved: |$what: |p"
    megabytes=$(du -sm "$work/saved" | cut -f 1)
    rm -r "$work/saved"
    dd if=/dev/zero of="$work/dd" bs=4M count=$(((megabytes + 3) / 4)) conv=fsync 2>&1 | tail -n 1
    rm "$work/dd"
done
