#!/usr/bin/env bash
# small.sh - states of map lanes that do not fill a GPU: the plan's choice of tile, lanes and steps against others. Takes
# about two minutes and a half with 16 processors.
#
#     NBBGEN=build/dev/nbbgen tests/device/small.sh [FRACTAL@R...]
#
# A line a choice: fractal, level, cells, options, "own" for the plan's choice, microseconds a step by steps a launch (T).
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches
layouts=$XDG_CACHE_HOME/layouts
only=" $* "
mkdir "$layouts"
echo 'return fractal { layout = { "#.#.#.#", "#######" } }' >"$layouts/comb.lua"
echo 'return fractal { layout = { "#....", "##...", "###..", "####.", "#####" } }' >"$layouts/stair.lua"
echo 'return fractal { layout = { "####", "####", "####", "####" } }' >"$layouts/square.lua"
echo 'return fractal { layout = { "#.#.#", ".###.", "##.##", ".###.", "#.#.#" } }' >"$layouts/flake.lua"
echo 'return fractal { layout = { "##...", ".##..", "..##.", "...##", "....#" } }' >"$layouts/band.lua"

# FRACTAL R, then lists: tiles, lanes, steps a launch, threads of a block, where a persistent launch is; - for the plan's.
choices() {
    cat <<'LIST'
sierpinski 12 - - - - -
sierpinski 12 4,8,16 9,27 2,3,4,5 - grid,cluster
sierpinski 12 8,16 27,243 3,5 - no
sierpinski 14 - - - - -
sierpinski 14 8,16 27,243 3,5 - no
sierpinski 14 8 27 4,5 - grid
sierpinski 15 - - - - -
sierpinski 15 8,16 27,243 2,3,4,5 - no
sierpinski 15 8,16 27 3,4,5 - grid
sierpinski 16 - - - - -
sierpinski 16 8,16 27,243 2,3,4,5 - no
sierpinski 16 8,16 27 3,4,5 - grid
sierpinski 17 - - - - -
sierpinski 17 8,16 27,243 3,4,5 - no
comb 6 - - - - -
comb 6 7,49 11,121 1,2 - no
comb 6 7,49 1,11 1,2,3,4 - grid,cluster
comb 7 - - - - -
comb 7 7,49 11,121 1,2,3,4 - no
comb 7 49 121 2,3 32,64,256 no
comb 8 - - - - -
comb 8 7,49 121 1,2,3,4 - no
stair 5 - - - - -
stair 5 5 15,225 1,2,3,4 - no
stair 5 5 15 1,2,3,4,5 - grid
stair 6 - - - - -
stair 6 5 15,225 1,2,3,4,5 - no
stair 6 25 15,225 1,2,3 - no
stair 6 5 15 1,2,3,4,5 - grid
stair 7 - - - - -
stair 7 5 15,225 1,2,3,4 - no
stair 7 25 225 1,2,3,4,5,6 - no
stair 8 - - - - -
stair 8 5,25 225 2,3,4,5 - no
square 6 - - - - -
square 6 4,16 16,256 1,2,3,4 - no
square 7 - - - - -
square 7 4,16 256 1,2,3,4 - no
flake 6 - - - - -
flake 6 5,25 16,256 1,2,3,4 - no
flake 7 - - - - -
flake 7 5,25 256 1,2,3,4,5 - no
band 8 - - - - -
band 8 5,25 9,81 1,2,3,4,5 - no
band 8 25 81 6,7,8 - no
vicsek 10 - - - - -
vicsek 10 9,27 25,125 2,3,4,5,6 - no
vicsek 10 9,27 25 2,3,4,5 - grid
vicsek 11 - - - - -
vicsek 11 9,27 125 5,6 - no
carpet 8 - - - - -
carpet 8 3,9 8,64 1,2,3 - no
carpet 8 3,9 8 1,2,3 - grid
carpet 9 - - - - -
carpet 9 9 64 2,3 - no
hfractal 8 - - - - -
hfractal 8 3,9 7,49 1,2,3 - no
hfractal 8 9 7 2,3,4 - grid
hfractal 9 - - - - -
hfractal 9 3,9 7,49 1,2,3,4 - no
candy 7 - - - - -
candy 7 4,16 12,144 1,2,3,4 - no
chandelier 12 - - - - -
chandelier 12 9,27 16,64,256 2,3,4,5 - no
chandelier 13 - - - - -
chandelier 13 27 64 5,6,7 - no
xfractal 12 - - - - -
xfractal 12 27 125 3,4,6 - no
LIST
}

chosen() {
    local name r rest
    choices | while read -r name r rest; do
        if [[ $only == "  " || $only == *" $name@$r "* ]]; then
            [[ ! -e $layouts/$name.lua ]] || name=$layouts/$name.lua
            echo "$name $r $rest"
        fi
    done
}

# The options of a line: those of a bench, or with single values those of a run.
options() {
    local names=(tile lanes steps-per-launch block persistent) values=("${@:3:5}") i
    printf '%s --r %s --map lanes --device %s --quiet' "$1" "$2" "${DEVICE:-cuda}"
    for i in 0 1 2 3 4; do
        [[ ${values[i]} == - ]] || printf ' --%s %s' "${names[i]}" "${values[i]}"
    done
}

# Each combination of a line's values.
combinations() {
    local name r tiles lanes steps blocks persistents tile lane step block persistent
    while read -r name r tiles lanes steps blocks persistents; do
        for tile in ${tiles//,/ }; do
            for lane in ${lanes//,/ }; do
                for step in ${steps//,/ }; do
                    for block in ${blocks//,/ }; do
                        for persistent in ${persistents//,/ }; do
                            echo "$name $r $tile $lane $step $block $persistent"
                        done
                    done
                done
            done
        done
    done
}

# Fills the cache; what cannot be had is refused here and below.
compile() {
    # shellcheck disable=SC2046 # the options are words
    "$NBBGEN" run $(options "$@") --steps 1 >/dev/null 2>&1 || true
}
export -f options compile

provenance "$@"
# shellcheck disable=SC2016 # for the inner shell
chosen | combinations | xargs -P "$(nproc)" -I '{}' bash -c 'compile $1' bash '{}'
chosen | while read -r line; do
    [[ $line == *"- - - - -" ]] && own=own || own=
    # shellcheck disable=SC2046,SC2086 # the options are words
    "$NBBGEN" bench $(options $line) --samples 5 --no-rates --csv - 2>"$XDG_CACHE_HOME/error" | awk -F, -v own=$own '
        { gsub(/"[^"]*"/, "-") }
        NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i }
        NR > 1 && $at["skipped"] == "" {
            choice = $at["command"]
            sub(/.*--map lanes /, "", choice)
            sub(/ --target.*/, "", choice)
            match(choice, / --steps-per-launch [0-9]+/)
            steps = substr(choice, RSTART + 20, RLENGTH - 20)
            choice = substr(choice, 1, RSTART - 1) substr(choice, RSTART + RLENGTH)
            row = sprintf("%-10s %2d %10d  %s%s", $at["fractal"], $at["r"], $at["cells"], choice, own ? " " own : "")
            if (!(row in found)) rows[++count] = row
            found[row] = sprintf("%s%s %.4g us T%d", found[row], found[row] == "" ? ":" : ",", $at["ms_median"] * 1e3, steps)
        }
        END { for (i = 1; i <= count; ++i) print rows[i] found[rows[i]] }' || echo "$line: $(<"$XDG_CACHE_HOME/error")"
done
