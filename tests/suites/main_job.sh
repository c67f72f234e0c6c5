#!/usr/bin/env bash
# main_job.sh - nbbgen run vicsek --r 12 --tc: 244 million cells, ten steps, within 60 s on two cores. Needs 3 GB.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

begin=$(now_ms)
runs run vicsek --r 12 --tc --json --digest --device cpu
at_most "milliseconds" $(($(now_ms) - begin)) 60000
same "choices" "$(json map) $(json tc) $(json cells)" "compact 4 244140625"
same "population" "$(json population)" 45262103
same "digest" "$(json digest)" 0xc9c9ba4a0daa652e

# The same figures without the product and with other tiles: other tables, halos and numbers throughout.
runs run vicsek --r 12 --map compact --tile 9 --json --digest --verify --device cpu
same "population by other tiles" "$(json population)" 45262103
same "digest by other tiles" "$(json digest)" 0xc9c9ba4a0daa652e
finish
