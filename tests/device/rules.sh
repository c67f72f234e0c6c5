#!/usr/bin/env bash
# rules.sh - rules drawn at random on map lanes, in launches of several kinds, against the bounding box: a compiler has another
# circuit to get wrong with each.
#
#     NBBGEN=build/dev/nbbgen tests/device/rules.sh [RULES [SEED [DEVICE]]]
#
# RULES rules (300) on levels of up to 2^20 cells of the box, by a generator of numbers that begins at SEED (1). Exit 1 where two
# ways differ. A way that the plan refuses is left out, with any other failure the script ends.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"
RANDOM=${2:-1}
DEVICE=${3:-cuda}
export DEVICE

# digest_of DEFINITION R RULE OPTION...
digest_of() {
    local code=0 report
    report=$("$NBBGEN" run "$1" --r "$2" --rule "$3" --steps 7 --device "$DEVICE" --quiet --digest --json --no-cache "${@:4}" 2>&1) || code=$?
    if [[ $code == 0 && $report =~ \"digest\":\ \"(0x[0-9a-f]+)\" ]]; then
        echo "$1/$3 $2 ${BASH_REMATCH[1]}"
    elif [[ $code != 2 ]]; then
        echo "$*: $report" >&2
        return 255
    fi
}
export -f digest_of

provenance "$@"
definitions=()
for file in fractals/*.lua tests/fractals/*.lua; do
    case $file in
        */triangle.lua | */tetrahedron.lua) ;;
        *) definitions+=("$file $("$NBBGEN" info "$file" | sed -n 's/^s  *\([0-9]*\) x \([0-9]*\)$/\1 \2/p')") ;;
    esac
done

# a subset of 0..8 as digits
digits() {
    local count set=$((RANDOM % 512))
    for count in 0 1 2 3 4 5 6 7 8; do
        ((set >> count & 1)) && printf %d $count
    done
    return 0
}

for ((i = 0; i < ${1:-300}; ++i)); do
    read -r file x y <<<"${definitions[RANDOM % ${#definitions[@]}]}"
    r=0 side_x=$x side_y=$y top=$((1 + RANDOM % 9))
    while ((r < top && side_x * side_y <= 1 << 20)); do
        ((++r, side_x *= x, side_y *= y))
    done
    birth=$(digits) survival=$(digits)
    ((RANDOM % 4)) || survival=$birth  # the cell itself does not count: others around the same ones are alike
    for options in "--map bb" "--map lanes" "--map lanes --persistent no" "--map lanes --persistent no --steps-per-launch 1" \
                   "--map lanes --persistent no --steps-per-launch 3" "--map lanes --buffers 1 --steps-per-launch 2"; do
        echo "$file $r B$birth/S$survival $options"
    done
done | compare_digests
echo "$(wc -l <"$XDG_CACHE_HOME/digests") rules, each with a digest"
