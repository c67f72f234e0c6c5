#!/usr/bin/env bash
# memory.sh - states that pass through a GPU by parts (--memory, --state; files lie in $NBB_STATES, else $TMPDIR) come to the digest of those that lie on it, and their speed
# beside it. Takes about four minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/memory.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches

# line STEPS WORK...: in core, then with each memory of $memories.
line() {
    local memory report digest wanted=""
    for memory in "" $memories; do
        report=$("$NBBGEN" run "${@:2}" --steps "$1" --digest --device cuda --json --quiet ${memory:+--memory $memory}) ||
            { echo "$* ${memory:-in core}: $(sed -n 's/.*"message": //p' <<<"$report")"; continue; }
        digest=$(sed -n 's/^ *"digest": //p' <<<"$report")
        wanted=${wanted:-$digest}
        printf '%-60s %-9s %.3g cells/s' "${*:2}" "${memory:-in core}" "$(sed -n 's/^ *"cells_per_second": \([0-9.e+]*\).*/\1/p' <<<"$report")"
        [[ $digest == "$wanted" ]] && echo || { echo "  DIFFERS: $digest, $wanted"; failed=1; }
    done
}
# filed STEPS WORK...: in core, then by files: part of the steps, and the rest by the same command.
filed() {
    local report folder digest wanted
    folder=$(mktemp -d "${NBB_STATES:-${TMPDIR:-/tmp}}/state.XXXX")
    wanted=$("$NBBGEN" run "${@:2}" --steps "$1" --digest --device cuda --json --quiet | sed -n 's/^ *"digest": //p')
    "$NBBGEN" run "${@:2}" --steps $(($1 / 2)) --device cuda --quiet --state "$folder/state" >/dev/null
    report=$("$NBBGEN" run "${@:2}" --steps "$1" --digest --device cuda --json --quiet --state "$folder/state")
    digest=$(sed -n 's/^ *"digest": //p' <<<"$report")
    printf '%-60s %-9s %.3g cells/s' "${*:2}" "in files" "$(sed -n 's/^ *"cells_per_second": \([0-9.e+]*\).*/\1/p' <<<"$report")"
    [[ $digest == "$wanted" ]] && echo || { echo "  DIFFERS: $digest, $wanted"; failed=1; }
    rm -r "$folder"
}
failed=0
provenance "$@"
echo "the disk of the files: $(dd if=/dev/zero of="${NBB_STATES:-${TMPDIR:-/tmp}}/disk" bs=16M count=128 conv=fdatasync 2>&1 | tail -n 1)"
rm -f "${NBB_STATES:-${TMPDIR:-/tmp}}/disk"
filed 5120 sierpinski --r 20 --map lanes --rule B2/S23 --memory 512M
filed 5120 sierpinski --r 22 --map lanes --rule B2/S23 --memory 2G
# Some passes each, else the first part's way to the GPU is most of what is measured.
memories="64M 256M 512M" line 2560 sierpinski --r 20 --map lanes --rule B2/S23
memories="2G" line 1920 sierpinski --r 22 --map lanes --rule B2/S23
memories="16G" line 1920 sierpinski --r 24 --map lanes --rule B2/S23
memories="512M" line 2688 vicsek --r 14 --map lanes --rule B2/S23
memories="2G" line 2688 vicsek --r 15 --map lanes --rule B2/S23
memories="512M" line 960 carpet --r 11 --map lanes --rule B2/S23
memories="4500M" line 1152 carpet --r 12 --map lanes --rule B2/S23
memories="300M" line 1280 sierpinski --r 20 --map lanes --program ising
memories="2G" line 5376 sierpinski --r 18 --map lanes --program tests/oracle/programs/heat32.lua
memories="8G" line 3584 sierpinski --r 20 --map lanes --program tests/oracle/programs/heat32.lua
exit $failed
