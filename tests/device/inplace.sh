#!/usr/bin/env bash
# inplace.sh - the gasket at r = 25 on a GPU, 8.5e11 cells, which only fits in place (137.7 GB with three steps a launch): the plan's
# own choice, then others, which must come to the same digest. That updates in place are those of two buffers the matrix
# asks (check.sh).
#
#     NBBGEN=build/dev/nbbgen tests/device/inplace.sh
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"

provenance "$@"
nvidia-smi --query-gpu=memory.total,memory.free --format=csv,noheader
# Words of 729 lanes waste fewer bits (1.01 a cell, not 1.05), so that four steps a launch need 147.9 GB: the card may have
# fewer free.
for choice in "--verify" "--steps-per-launch 1" "--steps-per-launch 2" "--lanes 729" "--lanes 729 --steps-per-launch 4"; do
    echo "--- $choice"
    # shellcheck disable=SC2086  # the choice is words
    "$NBBGEN" run sierpinski --r 25 --rule "$(rule_of sierpinski)" --map lanes --steps 25 --digest --quiet --device cuda $choice 2>&1 |
        tee "$work/report" || true
    grep '^digest' "$work/report" >>"$work/large" || echo "no result"
done
[[ $(sort -u "$work/large" | wc -l) -eq 1 ]] || { echo "digests differ at r = 25"; exit 1; }
