#!/usr/bin/env bash
# view.sh - the server of `nbbgen view`, asked by curl: who may ask, what is answered, that steps are those of `run`, and that
# it ends.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# Begins `nbbgen view ARGUMENT...`: $server, $base and $key are its process, address and key.
begin() {
    local tries
    command="nbbgen view $*"
    rm -f "$scratch/address"
    timeout --foreground 120 "$NBBGEN" view "$@" --device cpu --quiet >"$scratch/address" 2>"$scratch/said" &
    server=$!
    for ((tries = 0; tries < 300 * patience; ++tries)); do
        [[ ! -s $scratch/address ]] || break
        sleep 0.1
    done
    base=$(<"$scratch/address")
    key=${base##*key=} base=${base%%/\?*}
}

# A signal ends it, in time and with its code.
ends() {
    kill -TERM "$server"
    code=0
    wait "$server" || code=$?
    same "exit code" "$code" 143
    same "message" "$(<"$scratch/said")" "nbbgen: run-time error: interrupted"
}

# asks PATH CURL'S-ARGUMENT...: the answer is $out, and the code of HTTP $code.
asks() {
    local path=$1 mark='?'
    [[ $path != *\?* ]] || mark='&'
    command="GET or POST $path ${*:2}"
    code=$(curl -s -m 60 -o "$scratch/out" -w '%{http_code}' "$base$path${mark}key=$key" "${@:2}")
    out=$(tr -d '\0' <"$scratch/out")
}
gets() {
    asks "$@"
    same "code" "$code" 200
}
does() { gets /do -d "$1"; }
refused() {  # CODE WORDS PATH CURL'S-ARGUMENT...
    asks "${@:3}"
    same "code" "$code" "$1"
    like "words" "$out" "$2"
}

# awaits STEP: it is played to there.
awaits() {
    local tries
    for ((tries = 0; tries < 100 * patience; ++tries)); do
        gets /state
        [[ $(json step) -lt $1 || $(json plays) != false ]] || return 0
        sleep 0.1
    done
    same "step" "$(json step)" "$1"
}

strangers_are_refused() {
    local own=$key port=${base##*:}
    gets "/"
    like "page" "$out" "<!doctype html>*"
    same "addresses of others in the page" "$(grep -oE '(src|href)="?[a-z]+:|https?://' "$scratch/out")" ""
    key=${own%?}x refused 403 "the key *" /state
    key='' refused 403 "the key *" /
    refused 403 "another site*" /state -H "Origin: http://evil.example"
    refused 403 "another site*" /state -H "Origin: http://localhost:1"
    refused 403 "another site*" /do -d '{"step":1}' -H "Sec-Fetch-Site: cross-site"
    refused 403 "another site*" / -H "Sec-Fetch-Site: cross-site" -H "Sec-Fetch-Mode: no-cors"
    gets / -H "Sec-Fetch-Site: cross-site" -H "Sec-Fetch-Mode: navigate"  # a notebook's frame
    gets /state -H "Origin: http://127.0.0.1:$port" -H "Sec-Fetch-Site: same-origin"
    refused 403 "the address *" /state -H "Host: evil.example:$port"
    gets /state -H "Host: localhost:8000"  # forwarded
    refused 405 "expected GET or POST*" /state -X PUT
    refused 404 "there is no such page*" /etc/passwd --path-as-is
    refused 404 "there is no such page*" /do
    head -c 1100000 /dev/zero >large
    refused 413 "expected at most 1 MiB*" /do --data-binary @large
    refused 400 "expected a JSON object*" /do -d '[1]'
    gets /state
    same "steps that strangers did" "$(json step)" 0
    same "other machines" "$(ss -Hltn "sport = :$port" 2>/dev/null | awk '{ print $4 }')" "127.0.0.1:$port"
}

too_much_is_refused() {
    refused 400 "*of 1 to 2^31 - 1 places*" "/picture?width=1&height=1&scale=0"
    refused 400 "*2^22 pixels*" "/picture?width=4096&height=4096"
    refused 400 "*whole numbers*" "/picture?width=10&height=1e1"
    refused 400 "*whole numbers*" "/picture?width=-4&height=-4"
    refused 400 "*no field 7*" "/picture?width=1&height=1&field=7"
    refused 400 "*step: expected a whole number from 1*" /do -d '{"step":0}'
    refused 400 "*no parameter*" /do -d '{"set":{"Q":1}}'
    refused 400 "*T > 0*" /do -d '{"set":{"T":0}}'
    refused 400 "*cannot be 2.5*" /do -d '{"draw":{"field":0,"value":2.5,"cells":[0,0]}}'
    refused 400 "*less than 2*" /do -d '{"draw":{"field":0,"value":3,"cells":[0,0]}}'
    refused 400 "*--checkpoint DIR*" /do -d '{"checkpoint":true}'
    refused 400 "*copy 1: expected 0 to 0*" "/picture?copy=1"
    refused 400 "*more than 16777216 places*" /do -d '{"pattern":{"field":0,"text":"x=70000,y=70000\n70000o!"}}'
    refused 400 "the pattern:2: column 1:*" /do -d '{"pattern":{"field":0,"text":"x=1,y=1\n/etc/passwd"}}'
}

# The state is the one of `run`, by the command line that the page shows.
is_run() {
    gets /state
    local words
    read -ra words <<<"$(json command)"
    gets /digest
    local wanted=$out
    runs "${words[@]:1}" --digest --json --quiet
    same "digest" "$(json digest)" "$wanted"
}

steps_are_those_of_run() {
    does '{"step":5}'
    same "step" "$(json step) $(json plays)" "5 false"
    like "observed" "$(json observed.m.0)" "*[0-9]"
    is_run
    does '{"speed":0,"goal":40}'
    awaits 40
    is_run
    does '{"seed":7,"set":{"T":1.25}}'
    same "begun anew" "$(json step) $(json parameters.T.0)" "0 1.25"
    does '{"step":3}'
    is_run
    does '{"play":true,"speed":1000}'
    sleep 0.3
    does '{"play":false}'
    [[ $(json step) -gt 3 ]]
    judge $? "step after it played" "$(json step)" "more than 3"
}

# pixels PATH: the floats of a picture, as words.
pixels() {
    gets "/picture?$1"
    od -An -tf4 -v "$scratch/out" | tr -s ' \n' ' '
}

pictures_show_cells() {
    gets /array
    local cells
    cells=$(tail -c 729 "$scratch/out" | od -An -tu1 -v -w27)  # of 27 x 27 cells
    same "cells of the third row" "$(pixels "x=0&y=2&width=3&height=1")" \
        " $(awk 'NR == 3 { print $1, $2, $3 }' <<<"$cells") "
    same "a hole, and off the box" "$(pixels "x=-1&y=13&width=2&height=1") $(pixels "x=13&y=13&width=1&height=1")" \
        " nan $(awk 'NR == 14 { print $1 }' <<<"$cells")   nan "
    same "the mean of all" "$(pixels "scale=27&width=1&height=1")" \
        " $(awk '{ for (i = 1; i <= NF; ++i) n += $i } END { printf "%.8g", n / 512 }' <<<"$cells") "
}

drawing_and_checkpoints() {
    begin carpet --r 3 --program ising --seed 3 --checkpoint saved
    does '{"step":2,"draw":{"field":0,"value":1,"cells":[0,0,1,0,1,1,99,0]}}'
    same "drawn" "$(pixels "x=0&y=0&width=2&height=2")" " 1 1 $(pixels "x=0&y=1&width=1&height=1" | tr -d ' ') nan "
    gets /state
    same "command" "$(json command)" null
    does '{"checkpoint":true}'
    like "command" "$(json command)" "nbbgen run --resume saved --steps 2"
    does '{"step":1}'
    gets /digest
    local wanted=$out
    ends
    runs run --resume saved --steps 3 --digest --json --quiet --device cpu
    same "digest" "$(json digest)" "$wanted"
    begin --resume saved
    gets /state
    same "step" "$(json step)" 2
    ends
}

# An automaton's live cells are counted on the device, or where the corner is no multiple of the scale asked for one by one.
cells_are_counted() {
    begin sierpinski --r 5 --rule B3/S23
    does '{"step":1}'
    local wanted got
    wanted=$(json observed.population.0)
    got=$(pixels "scale=32&width=1&height=1")
    same "counted" "$(awk '{ printf "%.0f", $1 * 243 }' <<<"$got")" "$wanted"
    same "asked for" "$(pixels "x=-1&y=-1&scale=33&width=1&height=1")" "$got"
    ends
}

# Copies have a digest and a picture each, and exchange as those of `run` do. Cubes are the picture of `run`.
copies_and_cubes() {
    begin carpet --r 2 --program ising --sweep T=1.4,1.5,1.6 --seed 1..2 --own-noise --exchange 2
    gets "/picture?copies=6&width=9&height=9"
    same "bytes of six pictures" "$(wc -c <"$scratch/out")" 1944
    does '{"step":30}'
    local places words wanted
    places=$(json places)
    [[ $places != "[0,1,2,3,4,5]" ]]
    judge $? "places" "$places" "other ones than at first"
    read -ra words <<<"$(json command)"
    gets /digest
    wanted=$out
    runs "${words[@]:1}" --digest --json --quiet
    same "digests" "$(for i in 0 1 2 3 4 5; do json copies.$i.digest; done)" "$wanted"
    ends
    begin menger --r 2 --program "$NBB_SOURCE_DIR/tests/programs/scheduled.lua"
    does '{"step":3}'
    same "schedule" "$(json schedule.beta) $(json scheduled.beta.0)" "beta / (1 + gone * step) 0.5625"
    runs run menger --r 2 --program "$NBB_SOURCE_DIR/tests/programs/scheduled.lua" --steps 3 --device cpu --quiet --png cubes.png
    gets "/cubes?field=1"
    same "cubes" "$(cmp "$scratch/out" cubes.s.png)" ""
    does '{"pattern":{"field":0,"at":[1,7,0],"text":"x=9,y=9\n3A$ABC!"}}'
    same "pattern" "$(pixels "x=1&y=7&width=3&height=2")" " nan 1 1 1 2 3 "
    ends
}

# The port to forward; too many requests of one second.
ssh_and_haste() {
    rm -f "$scratch/address" "$scratch/said"
    SSH_CONNECTION=here timeout --foreground 20 "$NBBGEN" view carpet --r 2 --device cpu --port 0 >"$scratch/address" 2>"$scratch/said" &
    server=$!
    until [[ -s $scratch/address && -s $scratch/said ]]; do sleep 0.1; done
    local port
    port=$(sed 's/.*:\([0-9]*\)\/.*/\1/' "$scratch/address")
    like "remark" "$(<"$scratch/said")" "*over ssh: forward the port by \`ssh -L $port:127.0.0.1:$port HOST\`*"
    for ((i = 0; i < 9; ++i)); do
        curl -s -o /dev/null -w '%{http_code}\n' "http://127.0.0.1:$port/?n=[1-3000]" | sort -u >codes
        ! grep -q 429 codes || break
    done
    same "codes of 3000 requests without a key" "$(paste -sd ' ' codes)" "403 429"
    kill "$server"
    wait "$server"
}

# A reader that stops, pages that go away while it plays, and one that sends half a request: others are answered.
nobody_is_waited_for() {
    local i port=${base##*:}
    exec 7<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /picture?key=%s&width=2000&height=2000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n' "$key" >&7  # never read
    exec 8<>"/dev/tcp/127.0.0.1/$port"
    printf 'POST /do?key=%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{' "$key" >&8
    does '{"play":true,"speed":0}'
    for i in 1 2 3 4; do
        curl -s -m 0.05 -o /dev/null "$base/picture?key=$key&width=2000&height=2000"
    done
    gets /state
    exec 7>&- 8>&-
}

# Whoever asks anew is answered between two steps that take long, in one gap.
answers_wait_for_one_step() {
    local i before
    begin carpet --r 6 --program ising --map bb
    does '{"play":true,"speed":0}'
    before=$(json step)
    for i in 1 2 3 4; do gets /state; done
    at_most "steps while four were answered" $(($(json step) - before)) 6
    ends
}

begin carpet --r 3 --program ising --set T=1.5
strangers_are_refused
too_much_is_refused
steps_are_those_of_run
pictures_show_cells
nobody_is_waited_for
ends
drawing_and_checkpoints
cells_are_counted
answers_wait_for_one_step
copies_and_cubes
ssh_and_haste
fails 2 "usage error: --workload: there are no steps to look at; view shows ca and programs" view carpet --r 3 -w sw
fails 2 "usage error: --listen nowhere: expected an address in numbers*" view carpet --r 3 --listen nowhere
finish
