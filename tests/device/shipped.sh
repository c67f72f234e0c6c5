#!/usr/bin/env bash
# shipped.sh - the programs that come with nbbgen on a GPU: every map must give the host's digest. Prints what differs.
#
#     NBBGEN=build/dev/nbbgen tests/device/shipped.sh [cuda|cpu]
. "${BASH_SOURCE[0]%/*}/provenance.bash"
device=${1:-cuda}
provenance "$@"
export device
programs=$(cd "${BASH_SOURCE[0]%/*}/../../programs" && ls ./*.lua)

# digest PROGRAM FRACTAL MAP DEVICE: what a run ends with, or why it does not.
digest() {
    local set=
    [[ $1 != sandpile ]] || set="--set period=4 --set rate=0.02"
    # shellcheck disable=SC2086  # words
    "$NBBGEN" run $2 --program "$1" $set --steps 41 --map "$3" --device "$4" --digest --quiet 2>&1 |
        sed -nE 's/^digest .*-> //p; /^nbbgen: .*(error|has no)/p' | head -n 1
}

# compare PROGRAM "FRACTAL --r R": a line for each map that differs from bb on the host.
compare() {
    local map found wanted count=0
    wanted=$(digest "$1" "$2" bb cpu)
    for map in bb lambda compact lanes; do
        found=$(digest "$1" "$2" $map "$device")
        count=$((count + 1))
        [[ $found == "$wanted" && $found == 0x* ]] || echo "$1 on $2, $map: $found, host $wanted"
    done
    echo "$1 on $2: $count maps compared"
}

export -f digest compare
for program in $programs; do
    name=${program#./}
    printf '%s\0' "${name%.lua}" "sierpinski --r 8" "${name%.lua}" "carpet --r 4"
done | xargs -0 -n 2 -P "$(nproc)" bash -c 'compare "$@"' compare | sort
