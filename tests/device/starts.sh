#!/usr/bin/env bash
# starts.sh - milliseconds from `run sierpinski --r 20` to its first line of output and to its end: the first time, again
# from the cache, then with other rules and nothing cached. About 15 seconds. On a machine just started the first is slower.
#
#     NBBGEN=build/release/nbbgen tests/device/starts.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
own_caches

# start LABEL OPTION...
start() {
    local label=$1 begin first end
    shift
    begin=$(date +%s%N)
    first=$("$NBBGEN" run sierpinski --r "${R:-20}" --device "${DEVICE:-cuda}" "$@" 2>/dev/null |
        { read -r _; date +%s%N; cat >/dev/null; })
    end=$(date +%s%N)
    echo "$label: first line $(((first - begin) / 1000000)) ms, end $(((end - begin) / 1000000)) ms"
}

provenance "$@"
start first
for _ in 1 2 3 4 5 6; do
    start cached
done
for rule in B2/S3 B3/S23 B34/S2; do
    start "cold $rule" --rule $rule
done
