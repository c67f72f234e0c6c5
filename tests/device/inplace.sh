#!/usr/bin/env bash
# inplace.sh - the lanes layout updated in place on a GPU against two buffers: the same digests, and the time of each; then the
# gasket at r = 25, 8.5e11 cells, which only fits in place (137.7 GB with three steps a launch).
#
#     NBBGEN=build/dev/nbbgen tests/device/inplace.sh [FRACTAL...]
#
# COPY is the card's copy rate in bytes a second, read and written, of which each row's share is printed. With fractals only
# these are compared, and r = 25 only with `gasket25` among them.
: "${COPY:=4.31e12}"
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"

# FRACTAL R CELLS, then the steps a launch that are tried.
choices() {
    cat <<'LIST'
sierpinski 12 531441 1 4
sierpinski 16 43046721 1 3 4
sierpinski 20 3486784401 1 2 3 4
sierpinski 22 31381059609 1 2 3 4
vicsek 14 6103515625 1 4 6
carpet 11 8589934592 1 2
hfractal 11 1977326743 1 2
candy 9 5159780352 1 2
chandelier 16 4294967296 1 5
xfractal 14 6103515625 1 4
cantor 19 524288 1
LIST
}

# A line for each launch length and number of buffers: FRACTAL R CELLS T BUFFERS.
list() {
    local fractal r cells lengths steps buffers
    while read -r fractal r cells lengths; do
        [[ $# -eq 0 || " $* " == *" $fractal "* ]] || continue
        for steps in $lengths; do
            for buffers in 2 1; do
                echo "$fractal $r $cells $steps $buffers"
            done
        done
    done < <(choices)
}

# run_case STEPS FRACTAL R CELLS T BUFFERS [OPTION...]: the report as one line without blanks.
run_case() {
    "$NBBGEN" run "$2" --r "$3" --rule "$(rule_of "$2")" --map lanes --steps-per-launch "$5" --buffers "$6" --steps "$1" --json --quiet \
        --device cuda "${@:7}" | tr -d ' \n'
}
# A few steps, with a rest; on small levels so many that they run as CUDA graphs. Fills the cache for the times below.
digest_of() {
    echo "$1 $2 $(run_case $(($3 < 1000000 ? 3001 : 13)) "$@" --digest | sed 's/.*"digest":"\([^"]*\)".*/\1/')"
}
export -f run_case digest_of

provenance "$@"
nvidia-smi --query-gpu=memory.total,memory.free --format=csv,noheader
begin=$SECONDS
list "$@" | compare_digests

printf '%-12s%3s%3s%9s%12s%12s%8s%12s\n' fractal r T buffers 'ms a step' 'cells/s' share memory
list "$@" | while read -r fractal r cells several buffers; do
    run_case $((cells > 10000000000 ? 96 : cells > 1000000000 ? 360 : 24000)) "$fractal" "$r" "$cells" "$several" "$buffers" |
        sed 's/.*"ms_per_step":{"median":\([^,]*\),.*"bytes_per_step":\([0-9]*\),"memory_bytes":\([0-9]*\),.*/\1 \2 \3/' \
            >"$XDG_CACHE_HOME/figures"
    read -r ms bytes memory <"$XDG_CACHE_HOME/figures" || true
    awk -v ms="$ms" -v bytes="$bytes" -v cells="$cells" -v copy="$COPY" -v memory="$memory" \
        -v row="$(printf '%-12s%3s%3s%9s' "$fractal" "$r" "$several" "$buffers")" \
        'BEGIN { printf "%s%12.5f%12.3g%7.0f%%%9.3g GB\n", row, ms, cells / ms * 1e3, 100 * bytes / ms * 1e3 / copy, memory / 1e9 }'
done

# The plan's own choice at r = 25, then others, which must come to the same digest. Words of 729 lanes waste fewer bits (1.01 a
# cell, not 1.05), so that four steps a launch need 147.9 GB: the card may have fewer free.
if [[ $# -eq 0 || " $* " == *" gasket25 "* ]]; then
    for choice in "--verify" "--steps-per-launch 1" "--steps-per-launch 2" "--lanes 729" "--lanes 729 --steps-per-launch 4"; do
        echo "--- $choice"
        # shellcheck disable=SC2086  # the choice is words
        "$NBBGEN" run sierpinski --r 25 --rule "$(rule_of sierpinski)" --map lanes --steps 25 --digest --quiet --device cuda $choice 2>&1 |
            tee "$XDG_CACHE_HOME/report" || true
        grep '^digest' "$XDG_CACHE_HOME/report" >>"$XDG_CACHE_HOME/large" || echo "no result"
    done
    [[ $(sort -u "$XDG_CACHE_HOME/large" | wc -l) -eq 1 ]] || { echo "digests differ at r = 25"; exit 1; }
fi
echo "$((SECONDS - begin)) s"
