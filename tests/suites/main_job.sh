#!/usr/bin/env bash
# main_job.sh - nbbgen run vicsek --r 8 --tc, and with NBB_LONG=1 (the sweep) --r 12: 244 million cells, ten steps, within 60 s on two
# cores, for which it needs 3 GB.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

level=8 choices="lambda 4 390625" population=72878 digest=0xdd05e574b2716f6b
[[ -z ${NBB_LONG:-} ]] || { level=12 choices="compact 4 244140625" population=45262103 digest=0xc9c9ba4a0daa652e; unset CC; }

begin=$(now_ms)
runs run vicsek --r "$level" --tc --json --digest --device cpu
at_most "milliseconds" $(($(now_ms) - begin)) $((60000 * patience))
same "choices" "$(json map) $(json tc) $(json cells)" "$choices"
same "population" "$(json population)" "$population"
same "digest" "$(json digest)" "$digest"

# The same figures without the product and with other tiles: other tables, halos and numbers throughout.
runs run vicsek --r "$level" --map compact --tile 9 --json --digest --verify --device cpu
same "population by other tiles" "$(json population)" "$population"
same "digest by other tiles" "$(json digest)" "$digest"
finish
