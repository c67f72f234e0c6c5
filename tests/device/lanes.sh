#!/usr/bin/env bash
# lanes.sh - the lanes layout on a GPU over tiles, lanes, steps a launch and blocks: every choice must come to the same digest,
# and is timed.
#
#     NBBGEN=build/dev/nbbgen tests/device/lanes.sh [FRACTAL...]
#
# COPY is the card's copy rate in bytes a second, read and written, of which each row's share is printed.
: "${COPY:=4.31e12}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"

# FRACTAL R CELLS, then a choice a line: tile, lanes, steps a launch, block (- for the plan's), whether the launch is persistent and where,
# and where words are permuted if that is not the plan's choice.
choices() {
    sed 's/#.*//' <<'LIST'
sierpinski 6 729
- - - - grid
- - - - auto
2 1 2 - cluster
2 27 2 - cluster
sierpinski 9 19683
- - - - grid
- - - - auto
4 27 1 96 cluster
4 27 3 96 cluster
8 9 2 - cluster
sierpinski 12 531441
8 27 1 128 no
8 27 4 64 no
- - - - auto
4 27 3 32 grid
4 27 4 32 grid
4 27 4 64 grid
8 27 4 32 grid
8 27 5 32 grid
4 27 2 288 cluster
8 27 2 96 cluster
8 27 3 96 cluster
8 27 3 192 cluster
8 27 4 96 cluster
sierpinski 14 4782969
- - - - no
- - - - auto
8 27 4 64 grid
8 27 5 64 grid
sierpinski 16 43046721
16 243 1 128 no
16 243 4 128 no
8 27 4 128 no
- - - - auto
16 27 2 64 grid
16 27 3 64 grid
16 27 5 64 grid
sierpinski 17 129140163
- - - - auto
- - - - no registers
- - - - no memory
sierpinski 18 387420489
- - - - auto
- - - - no registers
- - - - no memory
sierpinski 20 3486784401
16 243 1 128 auto
16 243 4 128 auto
16 243 5 128 auto
sierpinski 22 31381059609
16 243 1 128 auto
16 243 4 128 auto
16 243 5 128 auto
16 243 6 128 auto
sierpinski 24 282429536481
16 243 1 128 auto
16 243 5 128 auto
vicsek 8 390625
- - - - no
- - - - grid
- - - - auto
vicsek 10 9765625
- - - - no registers
- - - - no memory
vicsek 12 244140625
- - - - no registers
- - - - no memory
vicsek 14 6103515625
27 125 1 128 auto
27 125 4 128 auto
27 125 6 128 auto
carpet 6 262144
- - - - no
- - - - auto
carpet 4 4096
- - - - grid
- - - - auto
carpet 9 134217728
- - - - no registers
- - - - no memory
carpet 10 1073741824
- - - - no registers
- - - - no memory
carpet 11 8589934592
9 64 1 128 auto
9 64 2 128 auto
9 64 3 128 auto
9 64 4 128 auto
hfractal 9 40353607
- - - - no registers
- - - - no memory
hfractal 10 282475249
- - - - no registers
- - - - no memory
hfractal 11 1977326743
9 49 1 128 auto
9 49 2 128 auto
9 49 3 128 auto
bottles 11 1977326743
9 49 2 128 auto
9 49 3 128 auto
candy 8 429981696
- - - - no registers
- - - - no memory
16 144 2 128 auto
16 144 3 128 auto
candy 9 5159780352
16 144 1 128 auto
16 144 2 128 auto
16 144 3 128 auto
chandelier 16 4294967296
27 64 4 128 auto
27 64 5 128 auto
xfractal 14 6103515625
27 125 2 128 auto
27 125 3 128 auto
27 125 4 128 auto
LIST
}

# The options of a choice.
options() {
    local names=(tile lanes steps-per-launch block) values=("${@:4:4}") i
    printf '%s --r %s --rule %s --map lanes --persistent %s --permuted %s' "$1" "$2" "$(rule_of "$1")" "$8" "${9:-auto}"
    for i in 0 1 2 3; do
        [[ ${values[i]} == - ]] || printf ' --%s %s' "${names[i]}" "${values[i]}"
    done
}
# Runs a choice for few steps, with a rest; prints its digests. Fills the cache, so that what is timed below compiles nothing.
# States of tens of gigabytes have the card for themselves.
digest_of() {
    local share=--shared
    [[ $3 -lt 100000000000 ]] || share=--exclusive
    # shellcheck disable=SC2046
    echo "$1 $2 $(flock $share "$XDG_CACHE_HOME/card" "$NBBGEN" run $(options "$@") --steps $(($3 > 100000000000 ? 5 : 13)) --digest --json --quiet --device cuda |
                  tr -d ' \n' | sed 's/.*"digest":"\([^"]*\)".*/\1/')"
}
export -f options digest_of

list() {
    local fractal r cells rest line
    while read -r line; do
        if [[ $line == [a-z]* ]]; then
            read -r fractal r cells <<<"$line"
        elif [[ -n $line && ($# -eq 0 || " $* " == *" $fractal "*) ]]; then
            echo "$fractal $r $cells $line"
        fi
    done < <(choices)
}

provenance "$@"
begin=$SECONDS
list "$@" | compare_digests

printf '%-12s%3s%6s%6s%4s%6s%11s%11s%12s%12s%8s\n' fractal r tile lanes T block persistent permuted 'ms a step' 'cells/s' share
list "$@" | while read -r fractal r cells tile lanes several block persistent permuted; do
    # shellcheck disable=SC2046
    "$NBBGEN" run $(options "$fractal" "$r" "$cells" "$tile" "$lanes" "$several" "$block" "$persistent" "$permuted") --json --quiet --device cuda \
        --steps $((cells > 100000000000 ? 24 : cells > 10000000000 ? 96 : cells > 1000000000 ? 360 : 24000)) | tr -d ' \n' |
        sed 's/.*"ms_per_step":{"median":\([^,]*\),.*"bytes_per_step":\([0-9]*\),.*/\1 \2/' >"$XDG_CACHE_HOME/figures"
    read -r ms bytes <"$XDG_CACHE_HOME/figures" || true
    awk -v ms="$ms" -v bytes="$bytes" -v cells="$cells" -v copy="$COPY" \
        -v row="$(printf '%-12s%3s%6s%6s%4s%6s%11s%11s' "$fractal" "$r" "$tile" "$lanes" "$several" "$block" "$persistent" "${permuted:-auto}")" \
        'BEGIN { printf "%s%12.5f%12.3g%7.0f%%\n", row, ms, cells / ms * 1e3, 100 * bytes / ms * 1e3 / copy }'
done
echo "$((SECONDS - begin)) s"
