#!/usr/bin/env bash
# interleaved.sh - two programs, interleaved, on map lanes: milliseconds a step of the plan's own choices, each the median of three
# runs, and the new program's over the old one's. Takes about a minute with 16 processors.
#
#     tests/device/interleaved.sh OLD NEW
old=${1:?the old program} new=${2:?the new program}
NBBGEN=$new
. "${BASH_SOURCE[0]%/*}/provenance.bash"
CUDA_CACHE_PATH=$work
export old new work CUDA_CACHE_PATH
mkdir "$work/old" "$work/new"

# FRACTAL R STEPS
cases() {
    cat <<'LIST'
sierpinski 12 20000
sierpinski 14 20000
sierpinski 16 20000
sierpinski 18 4000
sierpinski 20 2000
sierpinski 22 300
sierpinski 24 60
vicsek 14 1500
carpet 11 500
hfractal 11 1500
bottles 11 1500
candy 8 1500
candy 9 600
chandelier 16 2000
xfractal 14 1500
LIST
}

# median_of old|new FRACTAL R STEPS: one run's. Each program has a cache of its own.
median_of() {
    XDG_CACHE_HOME=$work/$1 "${!1}" run "$2" --r "$3" --steps "$4" --map lanes --device "${DEVICE:-cuda}" --quiet --json |
        sed -n 's/.*"median": \([0-9.e+-]*\).*/\1/p'
}
export -f median_of

provenance "$@"
echo "old: $("$old" --version)"
# shellcheck disable=SC2016 # for the inner shell
cases | while read -r fractal r _; do printf '%s\n' "old $fractal $r 8" "new $fractal $r 8"; done |
    xargs -P "$(nproc)" -I '{}' bash -c 'median_of $1 >/dev/null' bash '{}'
cases | while read -r fractal r steps; do
    for _ in 1 2 3; do
        echo "$(median_of old "$fractal" "$r" "$steps") $(median_of new "$fractal" "$r" "$steps")"
    done >"$work/medians"
    awk -v fractal="$fractal" -v r="$r" -v old="$(cut -d ' ' -f 1 "$work/medians" | sort -g | sed -n 2p)" \
        -v new="$(cut -d ' ' -f 2 "$work/medians" | sort -g | sed -n 2p)" \
        'BEGIN { printf "%-11s %2d old %.4g ms new %.4g ms ratio %.3f\n", fractal, r, old, new, new / old }'
done
