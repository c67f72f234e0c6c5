#!/usr/bin/env bash
# checkpoint.sh - how fast checkpoints are written, beside what the disk itself writes: copies of the same files,
# interleaved, both until the disk has them. Disks write in bursts: a single pair says little.
#
#     NBBGEN=build/release/nbbgen tests/device/checkpoint.sh FOLDER [DEVICE [ROUNDS]]
#
# FOLDER is on the disk that is meant; what is written there is removed again. A row: what was run, the bytes, the
# median MB a second of both, and the first rate of the second, in percent: the median of the rounds' ratios.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
folder=${1:?a folder on the disk}
device=${2:-auto}
rmdir "$work"
work=$(mktemp -d "$folder/checkpoint.XXXXXX")
rounds=${3:-5}

# The column $1 of the rounds: its median.
median() { cut -d ' ' -f "$1" "$work/rounds" | sort -g | sed -n "$((rounds / 2 + 1))p"; }

# Adds a round of the run $1 to the rounds: bytes, and MB a second of the checkpoints and of copies.
measure() {
    local report begin seconds bytes
    # shellcheck disable=SC2086  # options
    report=$("$NBBGEN" run $1 --device "$device" --steps 4 --checkpoint "$work/saved" --every 2 2>&1 >/dev/null)
    report=$(sed -nE 's|.* checkpoints, .* in ([0-9.e+-]*) s, .*|\1|p' <<<"$report")
    bytes=$(du -sb "$work/saved" | cut -f 1)
    begin=$EPOCHREALTIME
    cp -r --reflink=never "$work/saved" "$work/copy"
    sync "$work"/copy/*/* "$work/copy"
    seconds=$(awk "BEGIN { print $EPOCHREALTIME - $begin }")
    rm -r "$work/saved" "$work/copy"
    awk "BEGIN { print $bytes, $bytes / $report / 1e6, $bytes / $seconds / 1e6, 100 * $seconds / $report }" \
        >>"$work/rounds"
}

for what in "sierpinski --r 20 --map lanes" "carpet --r 9 --map compact" "vicsek --r 12 --program heat" \
    "vicsek --r 12 --program ising"; do
    : >"$work/rounds"
    for ((round = 0; round < rounds; ++round)); do
        measure "$what"
    done
    printf '%s: %d MB, checkpoints %.0f MB/s, copies %.0f MB/s, %.0f%%\n' "$what" "$(($(median 1) / 1000000))" \
        "$(median 2)" "$(median 3)" "$(median 4)"
done
