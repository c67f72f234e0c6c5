#!/usr/bin/env bash
# ensembles.sh - copies in one launch on a GPU: cells a second by the number of copies, beside the level that fills the card, and
# the time of a whole command. Each ensemble's copies are first compared with single runs. Takes about two minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/ensembles.sh [exchange]
#
# exchange: only sweeps with and without exchanges, and the rows of a sweep; half a minute.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches
run() { "$NBBGEN" run "$@" --device cuda --json --quiet; }

# digests: of a report's one run, or with "    " of its copies.
digests() { sed -n "s/^  ${1-}\"digest\": \(\"[^,]*\),*/\1/p"; }

# agrees WORK...: copies of seeds 5 to 8 come to what single runs come to.
agrees() {
    local seed single
    single=$(for seed in 5 6 7 8; do run "$@" --steps 9 --digest --seed $seed | digests; done)
    [[ $(run "$@" --steps 9 --digest --seed 5..8 | digests "    ") == "$single" ]] || { echo "$*: copies differ from single runs"; exit 1; }
}

# rate WORK...: a line with microseconds a step and cells a second of all copies.
rate() {
    local report
    report=$(run "$@") || { echo "$*: $report" | head -n 4; return; }
    sed -n 's/^ *"median": \([0-9.e+-]*\).*/\1/p;s/^ *"cells_per_second": \([0-9.e+]*\).*/\1/p' <<<"$report" | paste -sd ' ' |
        awk -v work="$*" '{ printf "%-84s %9.2f us a step  %.3g cells/s\n", work, $1 * 1e3, $2 }'
}

# whole WORK...: seconds of a whole command, the median of seven after one.
whole() {
    local begin
    run "$@" >"$work/said" || { cat "$work/said"; return; }
    for _ in 1 2 3 4 5 6 7; do
        begin=$(date +%s.%N)
        run "$@" >"$work/said"
        echo "$begin $(date +%s.%N)"
    done | awk '{ printf "%.3f\n", $2 - $1 }' | sort -n | awk -v work="$*" 'NR == 4 { printf "%-84s %9.3f s\n", work, $1 }'
}

# ways WORK...: by launches of a step or turn each, from the shared memory of clusters, and by the plan's choice.
ways() { for way in no cluster auto; do rate "$@" --persistent $way; done; }

# exchanging: copies that exchange come to what the processor's do; then what exchanges cost, with and without looks.
exchanging() {
    local of exchanging exchange wanted way
    for of in "sierpinski --r 8 --neighbours moore" "carpet --r 5" "vicsek --r 5"; do
        exchanging="$of --program ising --sweep T=0.5..3/16 --seed 1..2 --own-noise --steps 90 --exchange 3 --digest"
        # shellcheck disable=SC2086  # words
        wanted=$("$NBBGEN" run $exchanging --device cpu --json --quiet | grep -E '"(digest|accepted)"')
        for way in auto no; do
            # shellcheck disable=SC2086  # words
            [[ $(run $exchanging --persistent $way | grep -E '"(digest|accepted)"') == "$wanted" ]] ||
                { echo "$of, --persistent $way: copies exchange otherwise on the processor"; exit 1; }
        done
    done
    echo "copies exchange as on the processor"
    for of in "carpet --r 6 --sweep T=1.0..3.0/64" "sierpinski --r 8 --neighbours moore --sweep T=0.5..5.0/91" "carpet --r 5 --sweep T=1.43..1.62/64 --seed 1..8" \
        "sierpinski --r 10 --sweep T=1..3/64 --seed 1..4"; do
        for exchange in "" "--exchange 10" "--exchange 1" "--exchange 10 --every 10 --average 0" "--every 10 --average 0"; do
            # shellcheck disable=SC2086  # words
            rate $of --program ising --own-noise --steps 10240 $exchange
        done
    done
    whole carpet --r 6 --program ising --steps 10000 --sweep T=1.0..3.0/64 --series "$work/series.csv" --every 10
    whole carpet --r 6 --program ising --steps 10000 --sweep T=1.0..3.0/64
    whole carpet --r 6 --program ising --steps 10000
}

provenance "$@"
if [[ $* == exchange ]]; then
    exchanging
    exit
fi
for map in lanes compact bb; do
    for of in "sierpinski --r 8 --program ising" "carpet --r 5 --program ising" "sierpinski --r 8 --program heat" "carpet --r 5 --rule B2/S23"; do
        # shellcheck disable=SC2086  # words
        agrees $of --map $map
    done
done
echo "copies are single runs"
exchanging
for seeds in 1..16 1..256 1..1024; do ways sierpinski --r 10 --program ising --steps 400 --seed $seeds; done
rate sierpinski --r 20 --program ising --steps 100
for seeds in 1..64 1..4096; do ways sierpinski --r 4 --program ising --steps 400 --seed $seeds; done
for seeds in 1 1..256; do rate sierpinski --r 10 --program tests/oracle/programs/heat32.lua --steps 400 --seed $seeds; done
rate sierpinski --r 20 --program tests/oracle/programs/heat32.lua --steps 40
rate carpet --r 6 --program ising --steps 400
ways carpet --r 6 --program ising --steps 400 --sweep T=1.0..3.0/64
rate carpet --r 10 --program ising --steps 100
whole sierpinski --r 6 --program ising --steps 10 --seed 1..1000
whole sierpinski --r 6 --program ising --steps 10
for seeds in 1..256 1..4096; do ways sierpinski --r 9 --rule B2/S23 --steps 400 --seed $seeds; done
ways carpet --r 5 --rule B3/S23 --steps 400 --seed 1..2048
ways sierpinski --r 10 --program ising --steps 100 --seed 1..8192
ways sierpinski --r 12 --program ising --steps 400 --seed 1..64
ways vicsek --r 6 --program ising --steps 400 --seed 1..256
rate sierpinski --r 20 --program ising --steps 50
rate sierpinski --r 20 --program tests/programs/scheduled.lua --steps 50
