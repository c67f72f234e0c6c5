#!/usr/bin/env bash
# checkpoints.sh - what a run saves and what goes on from it: the state is that of a run that was never ended.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# stops_and_goes_on NAME WORK -- MAP...: WORK is stopped after 13 of 20 steps, and goes on by maps of them.
stops_and_goes_on() {
    local work=() straight map maps
    while [[ $1 != -- ]]; do
        work+=("$1")
        shift
    done
    shift
    digest_of "${work[@]}" --steps 20
    straight=$digest
    rm -rf saved
    runs run "${work[@]}" --device cpu --steps 13 --checkpoint saved --every 5
    same "checkpoints" "$(ls saved)" $'step-000000000010\nstep-000000000013'
    like "remark" "$err" "*saved: 3 checkpoints, * MB/s*"
    mapfile -t maps < <(some 3 "$@")
    for map in "${maps[@]}"; do
        # shellcheck disable=SC2086  # options
        digest_of "${work[@]}" $map --steps 20 --resume saved
        same "digest" "$digest" "$straight"
    done
}

check_maps() {
    local maps=("--map bb" "--map lambda" "--map compact" "--map lanes" "--map lanes --buffers 1")
    stops_and_goes_on sierpinski --r 7 -- "${maps[@]}" "--map lanes --lanes 243" "--lanes 9" "--map compact --tile 4"
    stops_and_goes_on carpet --r 0 -- "--map bb"
    stops_and_goes_on triangle --n 70 -- "--map bb" "--map lambda" "--map enum" "--map lambda --storage embedded"
    long stops_and_goes_on tetrahedron --n 18 -- "--map bb" "--map lambda" "--map enum" "--recursion branches"
    long stops_and_goes_on vicsek --r 4 --rule B1/S12 -- "${maps[@]}"
    stops_and_goes_on chandelier --r 4 --map lanes --steps-per-launch 2 -- "--lanes 4"
    stops_and_goes_on sierpinski --r 7 --program forest_fire --map lanes -- "--lanes 9" "--buffers 1"
    for program in $(some 2 ising potts grayscott forest_fire sandpile); do  # by turns, several fields, reals
        stops_and_goes_on vicsek --r 3 --program $program -- "--map compact" "--map bb" "--map lambda" "--map lanes"
    done
    long stops_and_goes_on triangle --n 40 --program heat -- "--map lambda" "--map bb" "--map enum"
    runs run vicsek --r 2 --device cpu --steps 0 --checkpoint first
    runs run --resume first --device cpu --steps 0 --checkpoint first_too
    same "a first state" "$(ls first first_too)" $'first:\nstep-000000000000\n\nfirst_too:\nstep-000000000000'
}

# Lanes with many cells are saved side by side, each a part of the file, and go on by other numbers of lanes.
check_streams() {
    local straight map
    digest_of sierpinski --r 14 --steps 7
    straight=$digest
    runs run sierpinski --r 14 --map lanes --lanes 9 --device cpu --steps 5 --checkpoint streams
    same "parts" "$(grep -c '"offset"' streams/step-000000000005/manifest.json)" 9
    same "files" "$(basename -a streams/*/*.bin)" alive.0.bin
    for map in "lanes --lanes 243" ${NBB_LONG:+"lanes --lanes 9"}; do
        # shellcheck disable=SC2086  # options
        digest_of sierpinski --r 14 --map $map --steps 7 --resume streams
        same "digest" "$digest" "$straight"
    done
}

# Bytes are collected a stretch of cells at a time, in several items: what is saved goes on by lanes.
check_bytes() {
    local work works map straight
    mapfile -t works < <(some 2 "carpet --r 5" "cantor --r 14 --rule B1/S1" "chandelier --r 5")
    for work in "${works[@]}"; do
        # shellcheck disable=SC2086  # options
        digest_of $work --steps 7
        straight=$digest
        for map in bb compact "compact --tile 1"; do
            rm -rf bytes
            # shellcheck disable=SC2086
            runs run $work --map $map --device cpu --steps 5 --checkpoint bytes
            # shellcheck disable=SC2086
            digest_of $work --steps 7 --resume bytes
            same "digest" "$digest" "$straight"
        done
    done
}

# What cannot be removed loses its name all the same: what has one is whole.
check_removal() {
    local work=(carpet --r 3 --device cpu)
    runs run "${work[@]}" --steps 2 --checkpoint olds --every 1
    mkdir olds/step-000000000001/kept
    fails 1 "*/.new-old-step-000000000001: cannot be removed: Is a directory*" \
        run "${work[@]}" --steps 3 --checkpoint olds --resume olds
    same "names" "$(ls olds)" $'step-000000000002\nstep-000000000003'
    runs run "${work[@]}" --steps 3 --resume olds
    rm -rf olds/.new-old*
    mkdir -p olds/.new-x other
    touch olds/.new-x/mine other/mine
    ln -s ../other olds/.new-step-000000000009
    runs run "${work[@]}" --steps 4 --checkpoint olds --resume olds
    same "what is not a run's" "$(echo olds/.new* olds/.new-x/* other/*)" "olds/.new-x olds/.new-x/mine other/mine"
    mv olds/step-000000000004 elsewhere
    ln -s ../elsewhere olds/step-000000000004
    fails 2 "usage error: olds/step-000000000004: is a link where a checkpoint's folder was expected: move it away" \
        run "${work[@]}" --steps 6 --resume olds
}

# Series and frames go on where they were: they are those of a run that was never ended.
check_series() {
    local work=(vicsek --r 3 --program ising --device cpu)
    runs run "${work[@]}" --steps 30 --series whole.csv --frames whole --every 4
    runs run "${work[@]}" --steps 30 --series whole.json --every 3
    runs run "${work[@]}" --steps 18 --series part.csv --frames part --every 4 --checkpoint s1 --every checkpoint=7
    same "rows" "$(tail -n 1 part.csv | cut -d , -f 1)" 18
    echo "19,torn" >>part.csv
    printf '20,ha' >>part.csv
    cp part/000001.png part/000008.png
    runs run "${work[@]}" --steps 30 --series part.csv --frames part --every 4 --resume s1
    same "series" "$(rows_in part.csv)" "$(rows_in whole.csv)"
    runs run "${work[@]}" --steps 18 --series part.json --every series=3 --checkpoint s2 --every 7
    runs run "${work[@]}" --steps 30 --series part.json --every 3 --resume s2
    same "series" "$(rows_in part.json)" "$(rows_in whole.json)"
    diff -r whole part >"$scratch/difference"
    same "frames" "$(<"$scratch/difference")" ""
    # What the checkpoint of step 18 covers must be there, or is reported; rows and frames that begin later are remarked.
    gap() {  # STEPS COMMAND...: rows of these steps are missing.
        cp whole.csv gap.csv
        "${@:2}" gap.csv
        fails 2 "usage error: gap.csv: of every 4 steps, rows $1 are missing before the checkpoint of step 18: go on *" \
            run "${work[@]}" --series gap.csv --every 4 --resume s1
    }
    gap "8 to 12" sed -i '/^8,/d; /^12,/d'
    gap "4 to 16" truncate -s $(($(head -n 3 whole.csv | wc -c) + 5))
    runs run "${work[@]}" --series late.csv --frames late --every 4 --resume s1
    like "remarks" "$err" "*late.csv: has no rows before step 18*late: has no frames before number 000005*"
    cp -r whole lost
    truncate -s 50 lost/000003.png
    fails 2 "usage error: lost/000003.png: the frame of step 12 is missing or cut: go on *" \
        run "${work[@]}" --frames lost --every 4 --resume s1
    echo "a,b" >other.csv
    fails 2 "usage error: other.csv: cannot go on behind 'a,b': that is no row of this run's" \
        run "${work[@]}" --steps 30 --series other.csv --resume s1
    same "file" "$(<other.csv)" "a,b"
    for wrong in '"seed": 77' '"r": 9' '"program_hash": "x"'; do
        sed "s/${wrong%: *}: [^,}]*/$wrong/" whole.csv >other.csv
        fails 2 "usage error: other.csv: its rows are of another run: there $wrong, here *; name a new file" \
            run "${work[@]}" --steps 30 --series other.csv --resume s1
    done
}

# The step of the newest checkpoint, or 0.
newest_step() {
    local name
    name=$(ls "$1" 2>/dev/null | tail -n 1)
    echo $((10#0${name#step-}))
}

# The checkpoints in a folder that lack a file.
not_whole() {
    local saved
    for saved in "$1"/step-*; do
        [[ ! -d $saved || -e $saved/s.0.bin && -e $saved/manifest.json && -e $saved/definition.lua ]] || echo "$saved"
    done
}

# Killed at random moments, by signals that it cannot see, the run comes to the same end, with the same series; each
# life goes on from a checkpoint that is never older than one interval and what was computed since.
check_kills() {
    local every=40 steps=4000 work=(sierpinski --r 8 --program ising --device cpu --steps 4000)
    local straight kill=0 before now
    digest_of "${work[@]}" --series straight.csv --every 7
    straight=$digest
    runs run "${work[@]}" --checkpoint warm --every $every  # the modules are in the cache now
    work+=(--series kills.csv --every series=7 --checkpoint kills --every checkpoint=$every)
    while ((kill < ${NBB_MOMENTS:-3})); do
        kill=$((kill + 1))
        before=$(newest_step kills)
        if ((before == steps)); then
            rm -rf kills
            before=0
        fi
        local resume=()
        ((before == 0)) || resume=(--resume kills)
        rm -rf kills.none
        "$NBBGEN" run "${work[@]}" "${resume[@]}" --quiet >/dev/null 2>"$scratch/life" &
        local life=$!
        sleep "0.$(printf %03d $((RANDOM % 400 + 20)))"
        kill -KILL $life 2>/dev/null
        wait $life 2>/dev/null
        now=$(newest_step kills)
        command="life $kill, killed"
        same "messages" "$(<"$scratch/life")" ""
        [[ $now -ge $before && $((now % every)) -eq 0 ]]
        judge $? "newest checkpoint" "$now" "a multiple of $every from $before on"
        same "checkpoints that are not whole" "$(not_whole kills)" ""
    done
    [[ $(newest_step kills) -eq 0 ]] || work+=(--resume kills)
    digest_of "${work[@]}"
    same "digest" "$digest" "$straight"
    same "series" "$(rows_in kills.csv)" "$(rows_in straight.csv)"
    same "left behind" "$(ls -A kills | grep -v '^step-')" ""
}

# A signal that it sees: what was computed is saved, whatever the interval.
check_signals() {
    local work=(vicsek --r 6 --map lambda --device cpu) signal step
    for signal in INT ${NBB_LONG:+TERM}; do
        rm -rf signalled
        # a shell's background job ignores SIGINT; bash without job control starts none
        setsid env --default-signal=INT OMP_NUM_THREADS=1 "$NBBGEN" run "${work[@]}" --steps 1000000 --checkpoint signalled --every 1h --quiet \
            >/dev/null 2>"$scratch/err" &
        sleep 1.5
        command="signal $signal"
        kill -$signal $!
        wait $! 2>/dev/null
        step=$(newest_step signalled)
        like "message" "$(<"$scratch/err")" "nbbgen: *interrupted after step $step: go on by --resume signalled"
        runs run "${work[@]}" --steps $((step + 100)) --resume signalled --digest --json
        same "digest" "$(json digest)" "$(digest_of "${work[@]}" --steps $((step + 100)); echo "$digest")"
    done
}

# A disk that is full, as a limit on files has it: the run ends, says so, leaves nothing half-written, and what was
# whole stays so.
check_full_disk() {
    local work=(carpet --r 5 --device cpu) said
    runs run "${work[@]}" --steps 4 --checkpoint full
    limited() {  # KIB ARGUMENT...
        command="nbbgen ${*:2}, with files of $1 KiB"
        code=0
        said=$( (ulimit -f "$1" && trap '' XFSZ && exec "$NBBGEN" "${@:2}") 2>&1 >/dev/null) || code=$?
    }
    for size in 0 1; do
        limited $size run "${work[@]}" --steps 9 --checkpoint full --resume full --quiet
        same "exit code" "$code" 1
        like "message" "$said" "*/alive.0.bin: cannot be written: File too large; the checkpoint of step 4 is \
whole: go on from it by --resume full/step-000000000004"
        same "left behind" "$(ls -A full)" step-000000000004
    done
    limited 1 run "${work[@]}" --steps 9 --checkpoint full2 --quiet
    like "message" "$said" "*full2/alive.0.bin: cannot be written: File too large"
    same "left behind" "$(ls -A full2)" ""
}

check_maps
check_streams
check_bytes
check_removal
check_kills
check_signals
check_full_disk
check_series
finish
