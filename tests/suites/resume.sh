#!/usr/bin/env bash
# resume.sh - what a run goes on from: what must fit, what the checkpoint says alone, and what is damaged.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# flip FILE BYTE: one bit of it is another.
flip() {
    local value
    value=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\$(printf %03o $((value ^ 4)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# All of a part is hashed, also past the first pieces that are read of it.
check_large() {
    local part=large/step-000000000001/u.bin
    digest_of carpet --r 7 --program heat --steps 2
    local straight=$digest
    runs run carpet --r 7 --program heat --steps 1 --device cpu --checkpoint large
    digest_of --resume large --steps 2
    same "digest" "$digest" "$straight"
    flip $part $(($(stat -c %s $part) - 1))
    fails 2 "usage error: $part: is damaged: *; no other checkpoint in large is whole" run --resume large --device cpu
}

# One run writes to a folder: not beside another, nor where another one's checkpoints are, also if names begin alike.
check_folder() {
    local work=(vicsek --r 3 --device cpu)
    runs run "${work[@]}" --steps 4 --checkpoint mine
    exec 9<mine
    flock -s 9
    fails 2 "usage error: --checkpoint mine: another run writes its checkpoints there" \
        run "${work[@]}" --steps 8 --resume mine --checkpoint mine
    exec 9<&-
    cp -r mine mine2
    fails 2 "usage error: --checkpoint mine: holds a checkpoint of step 4 already: *" \
        run "${work[@]}" --steps 8 --resume mine2 --checkpoint mine
}

# What does not fit is reported field by field.
check_fit() {
    runs run vicsek --r 3 --device cpu --steps 4 --checkpoint c1
    fails 2 "usage error: --checkpoint c1: holds a checkpoint of step 4 already: go on from it by --resume c1, or *" \
        run vicsek --r 3 --device cpu --checkpoint c1
    fails 2 "usage error: c1/step-000000000004 does not fit: layout is .#./###/.#. there, #./## here; r is \
3 there, 4 here; rule is B2/S23 there, B3/S23 here; seed is 1 there, 2 here" \
        run sierpinski --r 4 --rule B3/S23 --seed 2 --device cpu --resume c1
    fails 2 "usage error: --resume c1: the checkpoint is of step 4, past --steps 3, which is the total" \
        run vicsek --r 3 --device cpu --steps 3 --resume c1
    fails 2 "*c1/step-000000000004 does not fit: *state is none there, s u1 here*rule is B2/S23 there, none here*" \
        run vicsek --r 3 --device cpu --program ising --resume c1
    fails 2 "usage error: --resume has no effect on workload sw: only ca and programs have steps" \
        run vicsek --r 3 --device cpu -w sw --resume c1
    local work=(vicsek --r 3 --program ising --device cpu)
    runs run "${work[@]}" --set T=1.5 --steps 4 --checkpoint c2
    runs run "${work[@]}" --steps 8 --resume c2 --set T=1.5 --verify
    # Other parameters underway: what goes on from there is not what a brute force from step 0 would find.
    local altered="usage error: --verify and --resume c2: its parameters became others, or cells were written, at step 4*"
    fails 2 "$altered" run "${work[@]}" --resume c2 --set T=3 --verify
    runs run "${work[@]}" --steps 6 --resume c2 --set T=3 --checkpoint c2
    fails 2 "$altered" run "${work[@]}" --steps 8 --resume c2 --verify
    fails 2 "usage error: --average 2: the run goes on from step 4, *" \
        run "${work[@]}" --resume c2/step-000000000004 --average 2
    fails 2 "usage error: --resume and --apng: *" run "${work[@]}" --set T=1.5 --resume c2 --apng a.png
    fails 2 "usage error: c2/* does not fit: *copies is none there, 1 seed; T = 1, 1.5, 2 here" \
        run "${work[@]}" --resume c2 --sweep T=1..2/3
    runs run "${work[@]}" --sweep T=1,2 --batch 1 --steps 4 --average 2 --checkpoint c3 --every 3
    fails 2 "usage error: c3/*: its copies that are over were averaged from step 2 (-1: not at all), not -1: repeat *" \
        run "${work[@]}" --sweep T=1,2 --steps 4 --resume c3
    runs run "${work[@]}" --sweep T=1,2 --batch 1 --steps 4 --series rows.json --checkpoint c4 --every 3
    sed '1s/"r": 3/"r": 9/' rows.json >other.json
    fails 2 "usage error: other.json: its rows are of another run: there \"r\": 9, here 3; name a new file" \
        run "${work[@]}" --sweep T=1,2 --steps 4 --series other.json --resume c4
    fails 2 "usage error: --every 5 has no effect without *" run "${work[@]}" --every 5
    fails 2 "usage error: --every 5min has no effect without --checkpoint*" \
        run "${work[@]}" --every 5min --series s.csv
    fails 2 "usage error: --every series=2s: series goes by steps*" run "${work[@]}" --every series=2s --series s.csv
    fails 2 "usage error: --every 5 and --every 6: which one?" run "${work[@]}" --every 5 --every 6 --series s.csv
    for wrong in 0 x 5m -1 rows=3 9999999999; do
        fails 2 "usage error: --every $wrong: expected a number of steps*" \
            run "${work[@]}" "--every=$wrong" --series s.csv
    done
    fails 2 "usage error: --checkpoint /dev/null: *" run "${work[@]}" --checkpoint /dev/null
    fails 2 "usage error: nowhere: cannot be read: *" run "${work[@]}" --resume nowhere
    mkdir empty
    fails 2 "usage error: empty: no checkpoint is here: expected a folder that --checkpoint wrote, *" run "${work[@]}" --resume empty
}

# The first state is the checkpoint's: by density, by files and by the program's init. What else steps are made of is, too.
check_first() {
    local work=(vicsek --r 3 --device cpu) law=(vicsek --r 3 --device cpu --program ./law.lua)
    runs run "${work[@]}" --steps 4 --density 0.3 --checkpoint f1 --npy start.npy
    runs run "${work[@]}" --steps 3 --npy other.npy
    runs run "${work[@]}" --steps 8 --resume f1 --verify
    fails 2 "*: f1/step-000000000004 does not fit: parameter density is 0.3 there, 0.9 here" \
        run "${work[@]}" --steps 8 --resume f1 --density 0.9 --verify
    runs run "${work[@]}" --steps 4 --init start.npy --checkpoint f2
    fails 2 "*: f2/step-000000000004 does not fit: the init file of alive is 0x* there, 0x* here" \
        run "${work[@]}" --resume f2 --init other.npy
    fails 2 "*: f1/step-000000000004 does not fit: the init file of alive is none there, 0x* here*" \
        run "${work[@]}" --resume f1 --init other.npy
    fails 2 "usage error: --verify and --resume f2: *: give --init as the run had it" run "${work[@]}" --resume f2 --verify
    runs run "${work[@]}" --steps 6 --resume f2 --checkpoint f2
    runs run "${work[@]}" --steps 8 --resume f2 --init start.npy --verify
    law() { echo "return program { state = { s = 'u1' }, init = { s = '$1' }, neighbours = $2, $3 update = '$4' }" >law.lua; }
    law "chance(0.5)" "{ {1,0}, {-1,0} }" "" "s = count(s) == 1;"
    runs run "${law[@]}" --steps 4 --checkpoint f3
    differs() {  # WHAT LAW...
        law "${@:2}"
        fails 2 "usage error: f3/step-000000000004 does not fit: $1 is * there, * here" run "${law[@]}" --resume f3
    }
    differs init "chance(0.6)" "{ {1,0}, {-1,0} }" "" "s = count(s) == 1;"
    differs neighbours "chance(0.5)" "{ {1,0}, {0,1} }" "" "s = count(s) == 1;"
    differs order "chance(0.5)" "{ {1,0}, {-1,0} }" 'order = "sublattices",' "s = count(s) == 1;"
    differs update "chance(0.5)" "{ {1,0}, {-1,0} }" "" "s = count(s) == 2;"
}

# The checkpoint alone says what goes on, by the texts that lie in it.
check_alone() {
    cp "$NBB_SOURCE_DIR/fractals/vicsek.lua" shape.lua
    cp "$NBB_SOURCE_DIR/programs/ising.lua" spins.lua
    goes_on_alone() {
        local straight
        digest_of "$@" --steps 20
        straight=$digest
        rm -rf alone
        runs run "$@" --device cpu --steps 20 --checkpoint alone --every 7
        rm -rf alone/step-000000000020 shape.lua spins.lua
        digest_of --resume alone
        same "digest" "$digest" "$straight"
        same "steps" "$(json steps)" 20
        fails 2 "*: alone/step-000000000014 does not fit: seed is 7 there, 8 here" run --resume alone --seed 8 --device cpu
    }
    goes_on_alone ./shape.lua --r 3 --program ./spins.lua --set T=1.5 --neighbours moore --seed 7
    goes_on_alone triangle --n 40 --rule B3/S23 --density 0.3 --seed 7
    fails 2 "usage error: --resume has no effect on workload sw*" run -w sw --resume alone
    fails 2 "usage error: nbbgen run: which fractal? *" run
}

# What is damaged is reported, and the checkpoint before it offered; that one is then gone on from.
check_damage() {
    local work=(vicsek --r 4 --device cpu) newest=damaged/step-000000000012 before=damaged/step-000000000008
    local whole="; the one before it, of step 8, is whole: --resume $before"
    digest_of "${work[@]}" --steps 20
    local straight=$digest
    runs run "${work[@]}" --steps 12 --checkpoint first --every 4
    damage() {  # MESSAGE COMMAND...
        rm -rf damaged
        cp -r first damaged
        "${@:2}"
        fails 2 "usage error: $1" run "${work[@]}" --steps 20 --resume damaged
    }
    local other="; the one before it is of step 8: --resume $before"
    damage "$newest/alive.0.bin: is torn: it holds 30 bytes, its manifest says 79$whole" \
        truncate -s 30 $newest/alive.0.bin
    damage "$newest/alive.0.bin: is damaged: its checksum is 0x*, its manifest says 0x*$whole" \
        flip $newest/alive.0.bin 17
    damage "$newest/alive.0.bin: is missing$whole" rm $newest/alive.0.bin
    damage "$newest/manifest.json: *No such file or directory$other" rm $newest/manifest.json
    damage "$newest/manifest.json:*: no JSON: *$other" truncate -s 100 $newest/manifest.json
    damage "$newest/manifest.json: schema 1: this nbbgen reads 2$other" \
        sed -i 's/"schema": 2/"schema": 1/' $newest/manifest.json
    damage "$newest/manifest.json: step is 13, its folder is of another$other" \
        sed -i 's/"step": 12/"step": 13/' $newest/manifest.json
    damage "$newest/manifest.json: file of a part: expected the name of a file in the same folder$other" \
        sed -i 's/"alive.0.bin"/"..\/alive.0.bin"/' $newest/manifest.json
    damage "$newest/manifest.json: *; no other checkpoint in damaged is whole" \
        rm $newest/manifest.json $before/manifest.json
    vast() {
        truncate -s 2T $newest/alive.0.bin
        sed -i 's/"cells": 625/"cells": 17592186044416/; s/"bytes": 79/"bytes": 2199023255552/' $newest/manifest.json
    }
    damage "$newest: part alive.0.bin, 17592186044416 cells from number 0 on in 2199023255552 bytes, does not fit *" vast
    damage "$newest: part alive.0.bin, 600 cells from number 0 on in 79 bytes, does not fit those before it: *" \
        sed -i 's/"cells": 625/"cells": 600/' $newest/manifest.json
    # The other course, past the step that is gone on from, goes once there is a new checkpoint.
    rm -rf damaged
    cp -r first damaged
    rm $newest/manifest.json
    runs run "${work[@]}" --steps 10 --resume $before --checkpoint damaged
    same "checkpoints" "$(ls damaged)" $'step-000000000008\nstep-000000000010'
    digest_of "${work[@]}" --steps 20 --resume damaged
    same "digest" "$digest" "$straight"
}

check_large
check_folder
check_fit
check_first
check_alone
check_damage
finish
