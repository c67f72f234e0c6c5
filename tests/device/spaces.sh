#!/usr/bin/env bash
# spaces.sh - fractals whose levels differ, of three axes and of turned replicas on a GPU: every map's digest is the host's, and all maps' at
# levels that the host would take long for; then cells a second by map, fractals of one layout beside them. Takes about two minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/spaces.sh [WORD]
#
# With a word, such as "menger", the lines alone that have it. Exit 1 where two digests differ.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"

# Fractal, a level for digests beside the host's, one for speed, rule.
list() {
    cat <<'LIST'
mixed_carpet 8 12 B2/S23
irregular_gasket 12 20 B2/S23
menger 4 6 B5/S4,5
menger 3 7 B5/S4,5
tetrix 9 15 B2/S2,3
vicsek3 5 8 B2/S2,3
dust3 5 9 B2/S2,3
carpet 6 10 B2/S23
sierpinski 12 20 B2/S23
examples/relative.lua 10 14 B2/S23
sierpinski 10 14 B2/S23
examples/relative.lua 12 20 B2/S23
LIST
}
two_axes=("--map lambda --tc=1" "--map lambda --tc=4" "--map compact --tc=1" "--map compact --tc=4")
maps=("--map lanes" "--map compact" "--map lambda" "--map bb")

run() { "$NBBGEN" run "$1" --r "$2" --rule "$3" --json --quiet "${@:4}"; }

# digest_of FRACTAL R RULE OPTION...: "FRACTAL R DIGEST", or nothing for a map that the level or the memory does not allow.
digest_of() {
    local report code=0
    report=$(run "$1" "$2" "$3" --steps 7 --digest "${@:4}" 2>&1) || code=$?
    if [[ $code == 2 ]]; then echo "refused: $* $(sed -n 's/.*"message": //p' <<<"$report")" >&2; return 0; fi
    [[ $report =~ \"digest\":\ \"(0x[0-9a-f]+)\" ]] || { echo "$*: $report" >&2; return 255; }
    echo "$1 $2 ${BASH_REMATCH[1]}"
}
export -f run digest_of

provenance "$@"
list | grep -F "${1-}" | while read -r fractal r _ rule; do
    echo "$fractal $r $rule --device cpu"
    for map in "${maps[@]}" "${two_axes[@]}"; do echo "$fractal $r $rule --device cuda $map"; done
done | compare_digests
list | grep -F "${1-}" | while read -r fractal _ r rule; do
    printf '%-21s r = %2d ' "$fractal" "$r"
    digests=""
    for map in "${maps[@]}"; do
        report=$(run "$fractal" "$r" "$rule" --steps 20 --digest --device cuda $map 2>/dev/null) || { printf ' %s -' "${map#--map }"; continue; }
        digests+=$(sed -n 's/^ *"digest": //p' <<<"$report")$'\n'
        printf '  %s %.4g' "${map#--map }" "$(sed -n 's/^ *"cells_per_second": \([0-9.e+]*\).*/\1/p' <<<"$report")"
    done
    [[ $(sort -u <<<"${digests%$'\n'}" | wc -l) == 1 ]] || { echo "digests that differ: $digests"; exit 1; }
    echo
done
# Choices of map lanes beside the plan's own.
while read -r fractal r rule options; do
    for way in "" $options; do
        printf '%-21s r = %2d  %-22s' "$fractal" "$r" "${way//=/ }"
        run "$fractal" "$r" "$rule" --steps 20 --device cuda --map lanes ${way//=/ } | sed -n 's/^ *"cells_per_second": \([0-9.e+]*\).*/\1/p'
    done
done < <(grep -F "${1-}" <<'LIST'
menger 6 B5/S4,5 --tile=9
menger 7 B5/S4,5 --tile=9 --permuted=memory
tetrix 15 B2/S2,3 --permuted=registers --steps-per-launch=2 --lanes=256
examples/relative.lua 20 B2/S23 --steps-per-launch=1 --steps-per-launch=2 --steps-per-launch=4
LIST
)
