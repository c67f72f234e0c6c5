#!/usr/bin/env bash
# bench.sh - sweeps on the processor: what is measured and what is skipped, all outputs, --resume, refusals; and the CUDA
# kernels that measure memory and logic, on the emulator.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# bench ARGUMENT...: a short sweep without the device's rates.
bench() { runs bench "$@" --device cpu --no-rates --samples 2 --quiet; }

sweeps() {
    bench sierpinski@3,4 --map bb,lanes --json -
    same "rows" "$(rows)" "3 ca bb ;3 ca lanes ;4 ca bb ;4 ca lanes ;"
    same "keys" "$(json_keys)" "schema program commit date command devices cards rows files"
    like "origin" "$(json program) $(json commit) $(json date)" "nbbgen * [0-9a-z]* 20*T*Z"
    same "commit" "$("$NBBGEN" --version)" "$(json program) (commit $(json commit))"
    same "device" "$(json_keys devices.0)" "name driver copy write read logic"
    like "command" "$(json command)" "nbbgen bench *--map bb,lanes --json - --device cpu *"
    same "keys" "$(json_keys rows.0)" "device fractal r n workload seed density dimensions out rule program param map choice n_x n_y n_z cells ranks tile_x tile_y tile_z ms_median \
ms_min ms_max ms_spread ms_drift samples again steps_a_sample bytes_per_step operations_per_step memory_bytes limit logic digest alive compile_ms source \
command version commit driver measured cells_per_second share limit_by speedup memory_reduction strong weak doubt"
    same "sizes" "$(json rows.2.n_x) $(json rows.2.cells) $(json rows.2.samples)" "16 81 2"
    same "speed-up and share" "$(json rows.0.speedup) $(json rows.0.memory_reduction) $(json rows.0.share)" "1.0 1.0 null"
    same "digest" "$(json rows.2.digest)" "$(json rows.3.digest)"
    like "command" "$(json rows.3.command)" "nbbgen emit sierpinski --r 4 --workload ca --rule B2/S23 --map lanes --tile * \
--target host --kernel-only"
    bench vicsek -r 2 -w sw,rd --map compact,lambda --tile 3 --hash default,table --json -
    same "rows" "$(rows)" "2 sw compact --tile 3;2 sw lambda --tile 3;2 rd compact --tile 3;2 rd lambda --tile 3;"
    bench "$NBB_SOURCE_DIR/examples/snowflake.lua@1,2" vicsek@3 --map lanes --rule B3/S23 --csv -
    same "lines" "$(wc -l <"$scratch/out")" 4
    like "rule" "$out" "*,snowflake,2,0,ca,1,0.5,0,,B3/S23,,,lanes,*"
    bench xfractal@3:B13/S02 -w ca,sw --map lanes --json -
    same "rules" "$(rows)$(json rows.0.rule) $(json rows.1.rule)" "3 ca lanes ;3 sw lanes ;B13/S02 "
    like "command" "$(json rows.0.command)" "* --rule B13/S02 *"
    like "share of the cells alive" "$(json rows.0.alive) $(json rows.1.alive)" "0.[2-7]* 1.0"
    bench xfractal@3:B13/S02 vicsek@3 --map lanes --rule B3/S23 --json -
    same "rules" "$(json rows.0.rule) $(json rows.1.rule)" "B13/S02 B3/S23"
    NBB_AS_USERS="" runs bench triangle@30 -w sw,edm --map bb --device cpu --samples 1 --json limits.json
    like "table" "$out" "nbbgen *, commit *, 20*Z*    nbbgen bench triangle@30 -w sw,edm *: copy *, write *, read * GB/s, logic * T operations/s*fractal *n *work *map*triangle *30 *sw *bb *% @(memory|logic) *"
    like "remarks" "$err" "nbbgen: the rates of *nbbgen: triangle n = 30 sw*nbbgen: triangle n = 30 edm"
    cp limits.json "$scratch/out"
    same "limit" "$(json rows.1.limit) $(json rows.1.dimensions)" "$(json rows.0.limit) 3"
}

# Simplices are swept beside fractals: --n for their sides, --storage and --from for their kernels.
sweeps_simplices() {
    bench triangle tetrahedron@6 vicsek@2 --n 20 -w sw --map bb,lambda --from default,below --plot x.svg --json -
    same "rows" "$(rows)" \
        "20 sw bb ;20 sw lambda ;20 sw lambda --from below;6 sw bb ;6 sw lambda ;6 sw lambda --from below;2 sw bb ;2 sw lambda ;"
    same "reason" "$(json rows.0.fractal) $(json rows.0.n) $(json rows.0.skipped)" \
        "triangle 20 --from below has no effect on map bb: only lambda needs powers of two"
    like "baseline" "$(json rows.2.map) $(json rows.2.speedup) $(json rows.2.memory_reduction)" "lambda [0-9]* 0.625"
    like "plot" "$(<x.svg)" "*<svg *triangle, sw*times as fast as bb*tetrahedron, sw*vicsek, sw*</svg>"
    bench triangle@9 tetrahedron@9 --map lambda,enum --storage packed,embedded --rule B5/S4,5 --resume done.json --json -
    same "rows" "$(rows)" "9 ca lambda --storage packed;9 ca lambda --storage embedded;9 ca enum --storage packed;\
9 ca enum --storage embedded;"
    like "reason" "$(json rows.0.fractal) $(json rows.0.rule) $(json rows.0.skipped)" "triangle B5/S4,5 rule \"B5/S4,5\": *"
    like "command" "$(json rows.4.command)" "nbbgen emit tetrahedron --n 9 --workload ca --rule B5/S4,5 --map lambda --tile 16 *"
    local first
    first=$(json rows.4.measured)$(json rows.4.ms_median)
    sleep 1
    bench tetrahedron@9 --map lambda --rule B5/S4,5 --resume done.json --json -
    same "the first row" "$(json rows.0.measured)$(json rows.0.ms_median) $(json_keys rows)" "$first 4"
    bench --n 5 -w sw --map bb --csv -
    like "simplices alone" "$out" "*,tetrahedron,0,5,sw,*,triangle,0,5,sw,*"
    bench triangle@9 vicsek@2 -w sw --map compact,lambda --storage default,embedded --json -
    same "rows" "$(rows)" "9 sw lambda --storage packed;9 sw lambda --storage embedded;2 sw compact ;2 sw lambda ;"
    like "reason" "$(json rows.0.skipped)" "--map compact contradicts --storage embedded: *"
    rm x.svg done.json
}

# Distances of points that are drawn for each side: all maps agree, with `run` too; a step writes 4 bytes a cell, against
# the write rate.
sweeps_distances() {
    local drawn
    bench triangle@30,70 -w edm --map bb,lambda,enum --storage default,embedded --seed 7 --dimensions 2 --json -
    same "rows" "$(rows)" "30 edm bb ;30 edm lambda ;30 edm lambda --storage embedded;30 edm enum ;30 edm enum --storage embedded;\
70 edm bb ;70 edm lambda ;70 edm lambda --storage embedded;70 edm enum ;70 edm enum --storage embedded;"
    same "identity" "$(json rows.7.seed) $(json rows.7.density) $(json rows.7.dimensions)" "7 0.0 2"
    same "bytes" "$(json rows.7.cells) $(json rows.7.bytes_per_step)" "2485 9940"
    like "command" "$(json rows.7.command)" "nbbgen emit triangle --n 70 --workload edm --map * --dimensions 2 *"
    drawn="$(json rows.1.digest) $(json rows.7.digest) "
    same "digests" "$(for n in 30 70; do runs run triangle -w edm --n $n --seed 7 --dimensions 2 --digest --verify --json --quiet \
        --device cpu; json digest; done | tr '\n' ' ')" "$drawn"
    bench triangle@30 -w edm --map bb --json -
    same "digest of other points" "$([[ $(json rows.0.digest) != "${drawn%% *}" ]] && echo differs)" "differs"
}

# What emit and run take alike chooses the kernels, and bench must be able to choose it too, but for the points of a file and a
# seed of init alone.
takes_all_choices() {
    local name
    for name in emit run bench; do
        runs "$name" --help
        grep -o -- '--[a-z-]*' <<<"$out" | sort -u >"$scratch/$name"
    done
    same "options of emit and run that bench lacks" \
        "$(comm -12 "$scratch/emit" "$scratch/run" | comm -23 - "$scratch/bench" | tr '\n' ' ')" \
        "--init-seed --points --steps "
}

# What cannot be had is listed, with the reason; a sweep of such alone fails.
skips() {
    bench vicsek@3 --map bb,lambda --tc none,1 --json -
    same "rows" "$(rows)" "3 ca bb ;3 ca lambda ;3 ca lambda --tc=1;"
    same "reason" "$(json rows.0.map) $(json rows.0.choice) $(json rows.0.skipped)" \
        "bb --tc=1 --tc=1 has no effect on map bb: the identity needs no product; use lambda or compact"
    bench sierpinski@3 --map lambda --tile 2,3,8 --markdown -
    like "table" "$out" "*| sierpinski | *| lambda --tile 8 |*skipped:*- sierpinski r = 3 ca lambda --tile 3: --tile 3: a \
tile of sierpinski at r = 3 is one of 1, 2, 4, 8 cells a side*"
    bench sierpinski@17,2 --map bb --json -
    like "reason" "$(json rows.0.skipped)" "sierpinski at r = 17 with map bb needs *, the device has *"
    long bench sierpinski@4 --map lambda --tile all --json -
    long like "rows" "$(rows)" "4 ca lambda --tile 1;4 ca lambda --tile 2;*4 ca lambda --tile 16;"
    bench carpet@2 --map lambda --tile all --json -
    like "rows" "$(rows)" "2 ca lambda --tile 1;2 ca lambda --tile 3;2 ca lambda --tile 9;*"
    bench vicsek@2 --map lambda --tile default,9 --json -
    same "reason" "$(json rows.0.choice) $(json rows.0.skipped)" "--tile 9 the same kernels as lambda"
    fails 2 "*usage error: nothing is left to measure, all 2 combinations are skipped; the first: --tc=1 has no effect on *" \
        bench vicsek --r 2,3 --map bb --tc 1 --device cpu --no-rates --quiet
}

refusals() {
    fails 2 "usage error: nbbgen bench: which levels? --r 12..16 for all *, or vicsek@12..16 *" bench vicsek --device cpu -q --no-rates
    fails 2 "usage error: --r 5..3: the range 5..3 runs backwards; expected 3..5" bench vicsek --r 5..3
    fails 2 "usage error: --map lamda: expected one of: *; did you mean 'lambda'?" bench vicsek --r 3 --map bb,lamda
    fails 2 "usage error: --set m2: expected one of: m20, q20, s21; did you mean 'm20'?" bench --set m2
    fails 2 "usage error: --samples 0: expected *" bench vicsek --r 3 --samples 0
    fails 2 "usage error: rule \"S23\": *" bench vicsek@3:S23 --device cpu --no-rates -q
    fails 2 "usage error: --csv - and --markdown -: there is one standard output; name a file for one" bench vicsek --r 3 --markdown - --csv -
    fails 2 "usage error: --plot x.png: a plot is an SVG*" bench vicsek --r 3 --plot x.png
    NBBGEN=env fails 4 "device or compiler error: a plot is drawn by gnuplot: gnuplot cannot be run: *; Debian's package \
gnuplot-nox has it" PATH=/nonexistent "$NBBGEN" bench vicsek@2 --plot x.svg
    # reported before anything is measured or remarked
    fails 3 "definition error: unknown fractal 'nonesuch'*" bench vicsek@2 nonesuch@2 --device cpu
    fails 2 "usage error: --r 99: *" bench vicsek@2,99 --device cpu
    fails 2 "usage error: vicsek@3,3: 3 is there twice" bench sierpinski@2 vicsek@3,3 --device cpu
    fails 2 "usage error: --csv same and --markdown ./same are the same file*" bench vicsek --r 3 --csv same --markdown ./same
    fails 2 "usage error: --csv same and --resume same are the same file*" bench vicsek --r 3 --csv same --resume same
    fails 2 "usage error: --plot same.svg and --markdown same.svg are the same file*" bench vicsek --r 3 --plot same.svg \
        --markdown same.svg
    fails 2 "usage error: --resume -: a file is expected, *" bench vicsek --r 3 --resume -
    fails 2 "usage error: --csv has no effect on 'nbbgen check'*" check vicsek --csv x.csv
    fails 1 "run-time error: ./absent/x.csv: cannot be created: *" bench vicsek --r 3 --csv ./absent/x.csv
    fails 3 "*definition error: unknown fractal 'viksek': *" bench viksek@3 --device cpu --no-rates -q
    fails 2 "usage error: nbbgen bench: which sides? --n 1024,4096 for all *, or triangle@1024,4096 *" bench triangle --r 3 \
        --device cpu --no-rates -q
    fails 2 "*all 1 combinations are skipped; the first: --dimensions has no effect on workload sw: it is an option of edm" \
        bench triangle@3 -w sw --dimensions 2 --map bb --device cpu --no-rates -q
    fails 2 "*all 1 combinations are skipped; the first: tetrahedron at n = 3000000*" bench tetrahedron@3000000 --map bb \
        --device cpu --no-rates -q
    fails 4 "device or compiler error: no CUDA driver: *" bench vicsek@3 --device cuda
    nbbgen bench vicsek@3 --map lanes --device cpu,auto --no-rates --samples 1 --quiet
    like "exit code, table and message" "$code $out $err" "2 *lanes *usage error: --device auto: it is *, as one before it *"
    same "files left" "$(ls)" ""
}

# A set's fractals have rules of their own, unless one is given.
sets_have_rules() {
    local rule bench round
    for rule in "" ${NBB_LONG:+"B13/S02"}; do
        rm -f "$scratch/out"
        "$NBBGEN" bench --set s21 --samples 1 --device cpu --no-rates --quiet --resume "$scratch/out" ${rule:+--rule "$rule"} \
            >"$scratch/table" 2>"$scratch/err" &
        bench=$!
        for ((round = 0; round < 600; ++round)); do  # until the first rows are in the file
            [[ ! -e $scratch/out ]] || break
            sleep 0.1
        done
        kill "$bench"
        wait "$bench" || true
        same "rule" "$(json rows.0.rule)" "${rule:-B2/S023}"
    done
}

# A wrong kernel is found: all maps of a group must have one digest.
wrong_results_are_found() {
    mkdir -p wrong/shared
    sed 's/return \$/return 1 ^ $/' "$NBB_SOURCE_DIR/templates/shared/rule.in" >wrong/shared/rule.in
    fails 5 "verification failed: vicsek r = 3 ca: after 16 steps the digest is 0x* with compact, and 0x* with lanes" \
        bench vicsek@3 --map compact,lanes --templates wrong --device cpu --no-rates --quiet
    bench vicsek@3 --map lanes --resume good.json
    fails 5 "verification failed: vicsek r = 3 ca: after 16 steps the digest is 0x* with lanes, and 0x* with compact" \
        bench vicsek@3 --map compact --templates wrong --device cpu --no-rates --quiet --resume good.json
    rm -r wrong good.json
}

# Rows of the file are not measured again; one of another device is; a broken file is refused and left alone.
resumes() {
    bench vicsek@2 --map bb,lanes --resume done.json --plot x.svg
    like "origin" "$(<x.svg)" "*<desc>nbbgen bench vicsek@2 --map bb,lanes *</desc>*nbbgen *, commit *, 20*Z; *"
    cp done.json "$scratch/out"
    same "rows" "$(rows)" "2 ca bb ;2 ca lanes ;"
    like "plot" "$(<x.svg)" "*<svg *vicsek, ca B2/S23*</svg>"
    local first
    first=$(json rows.0.measured)$(json rows.0.ms_median)
    sed -i '/"map": "lanes"/{s//"map": "lanes!"/; s/"device": "[^"]*"/"device": "another"/; s/"choice": "/&--crossed=memory --tile 3/}' done.json
    sleep 1
    bench vicsek@2,3 --map bb,lanes --resume done.json --json -
    same "rows" "$(rows)" "2 ca bb ;2 ca lanes! --permuted=memory --tile 3;2 ca lanes ;3 ca bb ;3 ca lanes ;"
    same "the first row" "$(json rows.0.measured)$(json rows.0.ms_median)" "$first"
    same "file" "$("$NBB_JSONGET" done.json rows)" "$(json rows)"
    echo '{ "schema": 2, "rows": [ { "device": 3 } ] }' >done.json
    fails 2 "usage error: done.json: not a file of nbbgen bench: row 1 has no text 'device'" \
        bench vicsek@2 --resume done.json --device cpu
    same "file" "$(<done.json)" '{ "schema": 2, "rows": [ { "device": 3 } ] }'
    rm done.json x.svg
}

# A file that is shown says what the bench that made it said, skipped rows too, and measures nothing.
shows() {
    bench vicsek@2 --map bb,lambda --tc none,1 --resume done.json --markdown made.md --plot made.svg
    runs bench --show done.json --markdown shown.md --plot shown.svg --json shown.json --quiet
    cmp made.md shown.md && cmp made.svg shown.svg
    diff <(grep '"device":' done.json) <(grep '"device":' shown.json)
    fails 2 "usage error: --r with --show done.json: *" bench --show done.json --r 3
    fails 2 "usage error: bench vicsek --show done.json: *" bench vicsek --show done.json
    echo '{ "schema": 2, "rows": [], "devices": [ {} ] }' >done.json
    fails 2 "usage error: done.json: not a file of nbbgen bench: device 1 has no text 'name'" bench --show done.json
    rm done.json made.md made.svg shown.md shown.svg shown.json
}

# A row of the same kernels is kept whatever the commit, and shown as such; one of another driver is measured anew.
resumes_other_commits() {
    bench vicsek@2,3 --map lanes --resume done.json
    sed -i '/"device":/s/"commit": "[^"]*"/"commit": "another"/' done.json
    bench vicsek@2,3 --map lanes --resume done.json --markdown -
    like "remark" "$out" "*2 rows of the same kernels were measured before, by other commits, the last another*"
    sed -i 's/"driver": "[^"]*"/"driver": "580.1"/g' done.json
    bench vicsek@2,3 --map lanes --resume done.json --json -
    same "rows and drivers" "$(json_keys rows) $(json rows.0.driver) $(json rows.2.driver)" "4 580.1 "
    rm done.json
}

# The samples of a row were all 250 times too slow, and alike: the sizes beside it tell, and it is measured again.
measures_again() {
    local slow
    bench vicsek@4,5,6,7 --map lambda --resume done.json
    cp done.json "$scratch/out"
    slow=$(awk -v ms="$(json rows.3.ms_median)" 'BEGIN { print 250 * ms }')
    sed -E '/"r": 5,/{s/("ms_(median|min|max)": )[^,]*/\1'"$slow"'/g; s/("again": )[^,]*/\10/}' done.json >slow.json
    runs bench vicsek@5 --map lambda --samples 6 --device cpu --no-rates --resume slow.json --markdown table.md --csv table.csv --json -
    like "remark" "$err" "*nbbgen: vicsek r = 5 ca again: rows are doubtful*"
    like "time" "$(awk -v ms="$(json rows.1.ms_median)" -v slow="$slow" 'BEGIN { print (ms < slow / 20) }') $(json rows.1.again)" "1 [12]"
    like "mark" "$(grep '^| vicsek *|  *5 ' table.md)" "*% [+!] *"
    sed -i -E 's/("again": )[^,]*/\12/; s/("ms_(median|min|max)": )[^,]*/\11e9/g' slow.json
    sed -i -E '0,/"ms_median"/s/("ms_(median|min)": )[^,]*/\11.0/g' slow.json
    runs bench vicsek@5 --map lambda --samples 6 --device cpu --no-rates --resume slow.json --json - --markdown table.md
    same "tried enough" "$(json rows.1.ms_median) $(json rows.1.again) $(json rows.1.doubt)" "1000000000.0 2 jump"
    like "warning" "$(<table.md)" "*warning: rows marked ! are doubtful:*- vicsek r = 5 ca lambda: it takes * from r = 4, measured 3 times*"
    rm done.json slow.json table.md table.csv
}

# All kernels are compiled before the first one is loaded; where nothing is kept, each when it is measured.
compiles_ahead() {
    local cache=$XDG_CACHE_HOME
    export XDG_CACHE_HOME=$scratch/ahead
    NBBGEN_LIBCUDA=$NBB_FAKE_DRIVER NBBGEN_NVRTC=$NBB_FAKE_DRIVER runs bench vicsek@3 --map bb,lambda --device cuda \
        --no-rates
    like "remarks" "$err" "nbbgen: 2 kernels are compiled*nbbgen: vicsek r = 3 ca*"
    same "modules" "$(ls "$scratch/ahead/nbbgen" | grep -c 'cuda$')" 2
    NBBGEN_LIBCUDA=$NBB_FAKE_DRIVER NBBGEN_NVRTC=$NBB_FAKE_DRIVER runs bench vicsek@3 --map bb --device cuda \
        --no-rates --no-cache
    like "remarks" "$err" "nbbgen: vicsek r = 3 ca*"
    export XDG_CACHE_HOME=$cache
}

# What the scripts for a GPU print begins with its origin, but for bench.sh, whose files tell it; claims.sh measures
# nothing.
device_scripts_tell_their_origin() {
    local script lines
    for script in "$NBB_SOURCE_DIR"/tests/device/*.sh; do
        command=$script
        [[ ${script##*/} == @(bench|claims).sh ]] || like "script" "$(<"$script")" "*"$'\n'"provenance \"\$@\"*"
    done
    command="provenance 'a b'"
    lines=$(NBB_COMMIT=abc123 NBBGEN=$NBBGEN bash -c '. "$1"; provenance "$2"' x.sh "$NBB_SOURCE_DIR/tests/device/provenance.bash" 'a b')
    like "lines" "$lines" "*"$'\n'"host: *, [0-9]* processors"$'\n'"20*T*Z"$'\n'"$("$NBBGEN" --version), scripts of commit abc123"$'\n'"\
command: NBBGEN=*nbbgen x.sh a\\\\ b"
}

# An end while the second row is measured (by SIGTERM: a shell lets what is in its background ignore SIGINT): the rows that
# are done are in the file, and shown.
interruption_keeps_what_is_done() {
    local bench tries=300
    command="nbbgen bench, interrupted"
    "$NBBGEN" bench sierpinski@2,12 --map bb --samples 1000 --device cpu --no-rates --resume done.json >"$scratch/table" \
        2>"$scratch/err" &
    bench=$!
    until grep -q 'sierpinski r = 12 ca' "$scratch/err" || ((--tries == 0)); do
        sleep 0.1
    done
    kill -TERM "$bench"
    code=0
    wait "$bench" || code=$?
    like "exit code and message" "$code $(<"$scratch/err")" "143 *nbbgen: run-time error: interrupted"
    cp done.json "$scratch/out"
    like "table and rows" "$(<"$scratch/table") $(rows)" "*sierpinski *2 *ca *bb * 2 ca bb ;"
    rm done.json
}

# The CUDA kernels that measure memory and logic copy, write, read and compute what they should, for any grid.
rates_on_the_emulator() {
    { cat "$NBB_SOURCE_DIR/library/bench/rates.cu" - <<'TEXT'; } >rates.cu
#include "cases/check.h"
#include <vector>

int main()
{
    const u64 words = 1000;
    std::vector<u32> from(4 * words), to(4 * words);
    u64 found = 0;
    for (u64 i = 0; i < 4 * words; ++i) from[i] = 1u << (i % 31);
    uint4 *a = device_zeros<uint4>(words), *b = device_zeros<uint4>(words);
    u64 *sum = device_zeros<u64>(1);
    to_device((u32 *)a, from.data(), 4 * words);
    for (int blocks : { 1, 3, 4 }) {
        nbb_rates_write<<<blocks, BLOCK>>>(b, words);
        to_host(to.data(), (u32 *)b, 4 * words);
        for (u32 word : to) CHECK(word == 1);
        nbb_rates_copy<<<blocks, BLOCK>>>(a, b, words);
        to_host(to.data(), (u32 *)b, 4 * words);
        CHECK(from == to);
        CUDA(cudaMemset(sum, 0, sizeof found));
        nbb_rates_read<<<blocks, BLOCK>>>(a, sum, words);
        to_host(&found, sum, 1);
        CHECK(found == 0x7fffffffu);
    }
    const u64 items = BLOCK + 44;
    u32 *results = device_zeros<u32>(items + 1);
    nbb_rates_logic<<<2, BLOCK>>>(results, items, 37);
    to_host(to.data(), results, items + 1);
    for (u32 item = 0; item < items; ++item) {
        u32 word[8], all = 0;
        for (u32 i = 0; i < 8; ++i) word[i] = 8 * item + i;
        for (int i = 0; i < 8 * 37; ++i) word[i % 8] ^= ~word[(i + 1) % 8] & word[(i + 2) % 8];
        for (u32 w : word) all ^= w;
        CHECK(to[item] == all);
    }
    CHECK(to[items] == 0);
}
TEXT
    command="the emulated kernels of rates.cu"
    "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" rates.cu -o rates 2>"$scratch/err" &&
        ./rates >>"$scratch/err" 2>&1
    judge $? "result" "$(<"$scratch/err")" "success"
    command="nvcc of rates.cu"
    same "messages" "$(nvcc -arch=sm_80 -cubin -Xcompiler -Wall,-Wextra -Werror all-warnings -x cu \
        "$NBB_SOURCE_DIR/library/bench/rates.cu" -o rates.cubin 2>&1)" ""
    rm rates*
}

refusals
takes_all_choices
sweeps
sweeps_simplices
sweeps_distances
sets_have_rules
skips
wrong_results_are_found
resumes
resumes_other_commits
shows
measures_again
compiles_ahead
device_scripts_tell_their_origin
interruption_keeps_what_is_done
rates_on_the_emulator
finish
