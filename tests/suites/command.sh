#!/usr/bin/env bash
# command.sh - the command line: help, what each command shows, exit codes, and what is refused with which words.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

help() {
    local name
    runs --version
    like "version" "$out" "nbbgen [0-9]*.[0-9]*.[0-9]* (commit [0-9a-z]*)"
    runs --help
    like "help" "$out" \
        "usage: nbbgen COMMAND*Exit codes: 0 done, 1 run time, 2 usage, 3 definition, 4 device*5 verif*"
    local whole=$out
    for name in list info check render emit run bench doctor view; do
        like "help" "$whole" "*"$'\n'"  $name *"
        runs "$name" --help
        like "help" "$out" "Usage: nbbgen $name *--help*"
        local text=$out
        runs help "$name"
        same "help" "$out" "$text"
    done
    runs help
    like "topics" "$out" "*  checkpoints   Checkpoints*  maps *  tensor-cores *"
    same "all pages" "$(sed '1,/^Topics/d; /^$/d' <<<"$out" | awk '{ print $1 ".md" }')" \
        "$(cd "$NBB_SOURCE_DIR/docs" && printf '%s\n' *.md | LC_ALL=C sort)"
    runs help maps
    like "a page" "$out" "# Maps*"
    runs help programs
    same "links and pictures" "$(grep -cE '\]\(' <<<"$out")" 0
    runs list --help
    like "help" "$out" "*that there are"$'\n\n'"  Where, and what to write"$'\n'"*"
    runs run --help
    like "help" "$out" "*What to run*Where, and what to write*nbbgen run --help-all also shows how *"
    for name in r workload steps rule seed density device verify digest png npy json quiet no-cache templates; do
        like "help" "$out" "* --${name}[=[ ]*"
    done
    for name in map tc tile block; do
        unlike "help" "$out" "* --${name}[=[ ]*"
    done
    runs run --help-all
    same "options out of their column" "$(grep -E '^ {7,}--' <<<"$out")" ""
    like "help" "$out" "*What to run*Where, and what to write*How, for comparisons*"
    for name in r density device map tc tile eval hash intra halo; do
        like "help" "$out" "* --${name}[=[ ]*"
    done
    like "help" "$out" "* --block=N  *threads in a block; map lanes*"
    like "help" "$out" "* --halo=*; map compact*"
}

# How many definitions or programs come with nbbgen.
count_files() {
    find "$NBB_SOURCE_DIR/$1" -name '*.lua' | wc -l
}

show() {
    runs list
    local at
    at=$(($(grep -n '^chandelier ' "$scratch/out" | cut -d : -f 1) - 1))
    same "number of fractals" "$(grep -vc " program: " "$scratch/out")" "$(count_files fractals)"
    runs list --json
    same "standard error" "$err" ""
    same "length" "$(json_keys)" $(($(count_files fractals) + $(count_files programs)))
    like "the last" "$(json "$(($(json_keys) - 1)).name"): $(json "$(($(json_keys) - 1)).program")" "xy: The XY model by *"
    same "keys" "$(json_keys 0)" "name k s dimension levels"
    same "a fractal" "$(json 5.name) $(json 5.k) $(json 5.s)" "chandelier 4 [3,2]"
    runs info vicsek
    like "info" "$out" "vicsek (*/fractals/vicsek.lua)*.#.*###*.#.*k  *5*s  *3 x 3*dimension  1.464974*largest r  19
hash       beta % 4 == 0 ? 1 : beta - 1, (beta + 2) / 3"
    runs info "$NBB_SOURCE_DIR/tests/fractals/full.lua"
    like "info" "$out" "*
hash       0x24924 >> 2 \* beta & 3, 0x2a540 >> 2 \* beta & 3 (of the layout)"
    runs info vicsek --json
    same "keys" "$(json_keys)" "name k s dimension levels path layout own_hash own_member hash"
    runs info vicsek --r 12
    like "info" "$out" "*box  *531441 x 531441*cells  *244140625*orthotope  *15625 x 15625*bb  *282429536481 bytes*"
    runs info cantor --r 5 --json
    same "keys" "$(json_keys)" \
        "name k s dimension levels path layout own_hash own_member hash r n cells orthotope schedules bytes largest_r"
    same "keys" "$(json_keys bytes)" "bb lambda compact lanes"
    same "figures" "$(json n) $(json cells) $(json orthotope) $(json bytes.bb)" "[243,1] 32 [8,4] 243"
    runs check candy
    like "check" "$out" "*/fractals/candy.lua: a valid definition of candy*lambda and its inverse agree on all *"
    runs render sierpinski --r 2
    same "picture" "$out" "##      "$'\n'"####    "$'\n'"##  ##  "$'\n'"########"
    runs render sierpinski --r 13 -o large.png
    "$NBBGEN" render sierpinski --r 3 -o - | cmp - <("$NBBGEN" render sierpinski --r 3 -o small.png && cat small.png && rm small.png)
    judge $? "a picture on standard output" differs ""
    like "remark" "$err" "nbbgen: the picture is scaled down, a pixel stands for 4 x 4 cells"
    same "signature" "$(head -c 8 large.png | od -An -tx1)" " 89 50 4e 47 0d 0a 1a 0a"
    runs doctor
    like "doctor" "$out" \
        "compiler   ok *processor  ok *nvrtc *cuda:0     none no CUDA driver: *nccl *cache *fractals   ok *"
    runs doctor --json
    same "keys" "$(json_keys)" "compiler processor nvrtc cuda:0 nccl cache fractals programs"
    same "standard error" "$err" ""
}

# One cause each of 1 to 4; 5 is in runs.sh, an interrupt (1) too.
exit_codes() {
    fails 1 "run-time error: ./absent/x.png: cannot be created: *" run vicsek --r 3 --png ./absent/x.png
    fails 1 "run-time error: ./absent/x.cu: cannot be created: *" emit vicsek --r 3 -o ./absent/x.cu
    local arguments
    for arguments in "emit vicsek --r 3" "list --json" "info vicsek" "run vicsek --r 2 --device cpu --json" "run --help"; do
        code=0 command="nbbgen $arguments >/dev/full"
        # shellcheck disable=SC2086  # the arguments are words
        err=$("$NBBGEN" $arguments 2>&1 >/dev/full) || code=$?
        same "exit code and message" "$code $err" "1 nbbgen: run-time error: standard output cannot be written"
        code=0 command="nbbgen $arguments >&-"
        # shellcheck disable=SC2086  # the arguments are words
        err=$("$NBBGEN" $arguments 2>&1 >&-) || code=$?
        same "exit code and message" "$code $err" "1 nbbgen: run-time error: standard output cannot be written"
    done
    # a number that is closed is not the next file's, which would get what is printed
    # shellcheck disable=SC2016  # $PPID is the compiler's
    printf '#!/bin/sh\n[ "$1" = --version ] || readlink /proc/$PPID/fd/0 /proc/$PPID/fd/1 /proc/$PPID/fd/2 >%s\nexec cc "$@"\n' \
        "$scratch/open" >"$scratch/cc"
    chmod +x "$scratch/cc"
    command="nbbgen run, with all closed"
    CC=$scratch/cc "$NBBGEN" run vicsek --r 2 --device cpu --no-cache <&- >&- 2>&-
    same "exit code and streams" "$? $(paste -sd ' ' "$scratch/open")" "1 /dev/null /dev/null /dev/null"
    fails 2 "usage error: which command? See nbbgen --help"
    fails 3 "definition error: unknown fractal 'viksek': did you mean 'vicsek'? (searched *)" info viksek
    fails 4 "device or compiler error: no CUDA driver: *" run vicsek --r 3 --device cuda
    fails 4 "device or compiler error: no CUDA driver: *" run vicsek --r 3 --device cuda:1
    fails 4 "device or compiler error: vicsek at r = 17 with map bb needs * bytes (2 x *), the device has * free; \
maps that fit: none; the largest r that fits map bb is *" run vicsek --r 17 --map bb --device cpu
    # the map itself, and maps that refuse what was given, are no way out
    like "maps that fit" "$("$NBBGEN" run sierpinski --r 22 --map lambda --tc --device cpu 2>&1)" "*; maps that fit: none; *"
    like "maps that fit" "$("$NBBGEN" run vicsek --r 11 --map bb --device cpu 2>&1)" \
        "*; maps that fit: compact (*); *"
    fails 4 "device or compiler error: vicsek at r = 19 with map lanes needs *" run vicsek --r 19 --device cpu
    CC=false fails 4 "device or compiler error: *.c does not compile (the compiler's exit code is 1); the source is \
kept as *.c" run vicsek --r 3 --device cpu --no-cache
    like "the source that was kept" "$(<"${err##* }")" "// nbb_vicsek_ca_lanes_r3*"
    CC=./absent-cc fails 4 "device or compiler error: the host target needs a C compiler: ./absent-cc cannot be run: \
*; install gcc and libc6-dev, or set CC" run vicsek --r 3 --device cpu --no-cache
    # a link has its own name, by which ccache knows what it is to run
    # shellcheck disable=SC2016  # $0 is the link's
    printf '#!/bin/sh\n[ "${0##*/}" = cc ] && exec cc "$@"\n' >"$scratch/tool"
    chmod +x "$scratch/tool"
    mkdir "$scratch/links"
    ln -s ../tool "$scratch/links/cc"
    CC=$scratch/links/cc runs run vicsek --r 2 --device cpu --no-cache
    CC=../links/cc runs run vicsek --r 2 --device cpu --no-cache
    same "files left" "$(ls)" large.png
}

# An output that cannot be had, or is what the work is made from, is reported before the work: nothing is compiled.
outputs_are_tried_first() {
    local long option
    long=$(printf 'x%.0s' {1..256})
    mkdir taken u.v.npy
    export CC=false
    for option in png npy rle; do
        fails 1 "run-time error: taken: cannot be created: Is a directory" run vicsek --r 2 --device cpu --no-cache --$option taken
        fails 1 "run-time error: $long: cannot be created: File name too long" \
            run vicsek --r 2 --device cpu --no-cache --$option "$long"
    done
    fails 1 "run-time error: u.v.npy: cannot be created: Is a directory" \
        run vicsek --r 2 --program wave --device cpu --no-cache --npy u.npy
    unset CC
    fails 1 "run-time error: taken: cannot be created: Is a directory" render vicsek --r 2 -o taken
    fails 1 "run-time error: taken: cannot be created: Is a directory" emit vicsek --r 2 --ptx -o taken
    cp "$NBB_SOURCE_DIR/examples/snowflake.lua" "$NBB_SOURCE_DIR/programs/ising.lua" .
    ln -s snowflake.lua link.lua
    fails 2 "usage error: the definition snowflake.lua and --output link.lua are the same file: *" \
        emit snowflake.lua --r 1 -o link.lua
    fails 2 "usage error: the definition ./link.lua and --output snowflake.lua are the same file: *" \
        render ./link.lua --r 1 -o snowflake.lua
    fails 2 "usage error: the program ising.lua and --npy ./ising.lua are the same file: *" \
        run vicsek --r 2 --device cpu --program ising.lua --npy ./ising.lua
    runs run carpet --r 1 --device cpu --program heat --npy p.npy --quiet
    fails 2 "usage error: --points p.npy and --npy p.npy are the same file: *" \
        run triangle --n 3 -w edm --device cpu --points p.npy --npy p.npy
    rm -r taken u.v.npy ./*.lua p.npy
}

# An unknown word is refused, with the near one where there is any.
near_misses() {
    fails 2 "usage error: unknown command 'lsit': did you mean 'list'? See nbbgen --help" lsit
    fails 2 "usage error: unknown command 'paint'; see nbbgen --help" paint
    fails 2 "usage error: unknown command 'helpp': did you mean 'help'? See nbbgen --help" helpp
    fails 2 "usage error: unknown command '--versoin': did you mean '--version'? See nbbgen --help" --versoin
    fails 2 "usage error: unknown topic 'map': did you mean 'maps'? See nbbgen help" help map
    fails 2 "usage error: nbbgen help: unexpected argument '--x'" help run --x
    fails 2 "usage error: unknown topic 'rnu': did you mean 'run'? See nbbgen help" help rnu
    fails 2 "usage error: unknown topic 'painting'; see nbbgen help" help painting
    fails 2 "usage error: unknown topic 'ising': it is a program; see nbbgen help programs" help ising
    fails 2 "usage error: unknown topic 'isng': did you mean the program 'ising'? See nbbgen help programs" help isng
    fails 2 "usage error: unknown topic 'carpet': it is a fractal; see nbbgen help definitions" help carpet
    fails 2 "usage error: unknown option '--stesp' of nbbgen run: did you mean '--steps'? See nbbgen run --help" \
        run vicsek --stesp=3
    fails 2 "usage error: unknown option '--bogus' of nbbgen emit; see nbbgen emit --help" emit vicsek --bogus
    fails 2 "usage error: --r is given twice, as '3' and as '4': give it once" run vicsek -r 3 --r 4
    same "former names" "$("$NBBGEN" emit vicsek --r 9 --crossed=memory --resident no)" \
        "$("$NBBGEN" emit vicsek --r 9 --permuted memory --persistent=no)"
    fails 2 "usage error: --map is given twice, *: give it once, with a list of values" bench --map bb --map lambda
    fails 2 "usage error: --set is given twice, as 'm20' and as 'q20': *" bench --set m20 --set T=1 --set q20
    fails 2 "usage error: --npy a.h5: the file would not be of type '.h5': did you mean 'a.npy'?" run vicsek --r 2 --npy a.h5
    fails 2 "usage error: --png mine.lua: the file would not be of type '.lua': *" run vicsek --r 2 --png mine.lua
    fails 2 "usage error: --png x.JPG: *did you mean 'x.png'?" run vicsek --r 2 --png x.JPG
    fails 2 "usage error: --csv rows.json: *did you mean 'rows.csv'?" bench --csv rows.json
    fails 2 "usage error: --output k.cu: *did you mean 'k.c'?" emit vicsek --r 2 --target host -o k.cu
    fails 2 "usage error: --output k.cubin: *did you mean 'k.ptx'?" emit vicsek --r 2 --ptx -o k.cubin
    fails 2 "usage error: --map lamda: expected one of: auto, bb, lambda, *; did you mean 'lambda'?" run vicsek \
        --map lamda
    fails 2 "usage error: --workload cc: expected one of: sw, rd, ca, edm, program; did you mean 'ca'?" run vicsek --workload cc
    fails 2 "usage error: --target gpu: expected one of: host, cuda, hip" emit vicsek --target gpu
    fails 2 "usage error: --hash arit: *did you mean 'arith'?" run vicsek --hash arit
    fails 2 "usage error: --device gpu: *: did you mean 'cuda'?" run vicsek --r 3 --device gpu
    fails 2 "usage error: --device CPU: *: did you mean 'cpu'?" run vicsek --r 3 --device CPU
    fails 2 "usage error: unknown option '--help-al' of nbbgen run: did you mean '--help-all'? See nbbgen run --help" run --help-al
    fails 2 "usage error: --device cdua: *: did you mean 'cuda'?" run vicsek --r 3 --device cdua
    fails 2 "usage error: --device cuda:al: *: did you mean 'cuda:all'?" run vicsek --r 3 --device cuda:al
    fails 2 "usage error: --every sries=3: *: did you mean 'series'?" run carpet --r 2 --program ising --series x.csv --every sries=3
    fails 2 "usage error: --sweep TT=1..2/3: *did you mean 'T'?*" run carpet --r 2 --program ising --sweep TT=1..2/3
    fails 2 "usage error: --set densty=1: *did you mean 'density'?*" run carpet --r 2 --program ising --set densty=1
    fails 2 "usage error: --set m21: *did you mean 'm20'?" bench --set m21
    fails 2 "usage error: --init uu=x.npy: *did you mean 'u'?*" run carpet --r 2 --program heat --init uu=x.npy
    fails 2 "usage error: rule \"lief\": did you mean \"life\"? *" run vicsek --r 2 --rule lief
    fails 2 "usage error: no neighbour list is called 'mooer': *: did you mean 'moore'?" run carpet --r 2 --program ising --neighbours mooer
    fails 3 "definition error: unknown program 'isng': did you mean 'ising'? *" info carpet --program isng
    fails 3 "definition error: unknown fractal 'carpt': did you mean 'carpet'? *" info carpt
    # What is of another kind.
    fails 3 "definition error: highlife is a rule, not a program: give it by --rule highlife" run carpet --r 2 --program highlife
    fails 3 "definition error: sw is a workload, not a program: give it by --workload sw" run carpet --r 2 --program sw
    fails 3 "definition error: vicsek is a fractal, not a program: *'nbbgen run vicsek'" run carpet --r 2 --program vicsek
    fails 2 "usage error: ising is a program, not a rule: give it by --program ising" run carpet --r 2 --rule ising
    fails 2 "usage error: ising is a program, not a workload: give it by --program ising" bench carpet --r 2 --workload sw,ising
    fails 3 "definition error: seeds is a rule, not a fractal: name a fractal, and the rule by --rule seeds" run seeds --r 2
    fails 3 "definition error: unknown program 'highlif': did you mean the rule 'highlife', by --rule highlife?" \
        run carpet --r 2 --program highlif
    fails 3 "definition error: unknown program 'viksek': did you mean the fractal 'vicsek'?" run carpet --r 2 --program viksek
    fails 2 "usage error: unknown rule 'isng': did you mean the program 'ising', by --program ising?" run carpet --r 2 --rule isng
    fails 3 "definition error: unknown fractal 'simplx': did you mean 'simplex', with --m?" info simplx --m 3
    fails 3 "definition error: unknown fractal 'simplex': did you mean 'triangle' or 'tetrahedron'?" run simplex --n 9
    fails 3 "definition error: ./carpt.lua: *" run ./carpt.lua --r 2
    # An option without its dashes, or with one.
    fails 2 "usage error: nbbgen run: unexpected argument 'r=3': did you mean '--r=3'?" run carpet r=3
    fails 2 "usage error: unknown option '-verify' of nbbgen run: did you mean '--verify'? *" run carpet -verify
    fails 2 "usage error: unknown option '-map' of nbbgen run: did you mean '--map'? *" run carpet -map lanes
    fails 2 "usage error: unknown option '-h' of nbbgen bench: did you mean '--help'? *" bench -h
    fails 2 "usage error: --device none: expected auto, cpu, cuda, cuda:N, or of several GPUs cuda:all, cuda:0-3 or cuda:0,2" \
        run vicsek --r 3 --device none
    fails 2 "usage error: --device cuda:x: expected *" run vicsek --r 3 --device cuda:x
    fails 2 "usage error: nbbgen run: unexpected argument 'extra'; see nbbgen run --help" run vicsek extra --r 3
    fails 2 "usage error: nbbgen run: unexpected argument '2': did you mean '--tc=2'?" run vicsek --r 3 --tc 2
    fails 2 "usage error: nbbgen list: unexpected argument 'vicsek'; see nbbgen list --help" list vicsek
    fails 2 "usage error: nbbgen run: which fractal? *" run --r 3
    fails 2 "usage error: nbbgen run: --r is missing: how many levels, from 0 to 19 for vicsek?" run vicsek
    fails 2 "usage error: nbbgen render: --r is missing: *" render vicsek
    for tall in vicsek "$NBB_SOURCE_DIR/tests/fractals/pillar.lua"; do
        fails 2 "usage error: * has a side of * cells, too large for text (128); name a PNG*" render $tall --r 9
    done
    fails 2 "usage error: --templates ./absent: no such folder" run vicsek --r 3 --templates ./absent
    NBBGEN_TEMPLATES=./absent fails 2 "usage error: NBBGEN_TEMPLATES=./absent: no such folder" emit vicsek --r 3
    fails 2 "usage error: --r: a value is missing: --r N" run vicsek --r
    fails 2 "usage error: -qn: a value is missing: --steps N" run vicsek --r 3 -qn
    fails 2 "usage error: --verify=3: the option takes no value" run vicsek --verify=3
    fails 2 "usage error: unknown option '-qZ' of nbbgen run; see nbbgen run --help" run vicsek -qZ
}

malformed_values() {
    local value
    for value in 3.5 -1 1e3 "" 63 99999999999999999999 0x3 3x " "; do
        fails 2 "usage error: --r $value: expected a whole number from 0 to 62" run vicsek --r "$value"
    done
    fails 2 \
        "usage error: --r 20 is past the limits: n would be 3486784401 cells on x *; the largest r of vicsek is 19" \
        run vicsek --r 20
    for value in -5 2147483648 ten; do
        fails 2 "usage error: --steps $value: expected a whole number from 0 to 2147483647" run vicsek --steps \
            "$value"
    done
    fails 2 "usage error: sierpinski at r = 10 has 1024 places a side; *" info sierpinski --r 10 --png x.png
    fails 2 "usage error: --png: the maps are drawn of a fractal with --r, *" info triangle --n 9 --png x.png
    fails 2 "usage error: --png: the maps are drawn of a fractal with --r, *" info vicsek --png x.png
    fails 2 "usage error: --steps 0: rd needs a pass at least; *" run vicsek --r 3 -w rd --steps 0 --device cpu
    fails 2 "usage error: --steps 0: an emitted program *" emit vicsek --r 3 --steps 0
    for value in -1 1.5 nan inf x ""; do
        fails 2 "usage error: --density $value: expected a number from 0 to 1" run vicsek --density "$value"
    done
    for value in -1 1.5 9223372036854775808 0xg ""; do
        fails 2 "usage error: --seed $value: expected a whole number from 0 to 9223372036854775807*" run vicsek \
            --seed "$value"
    done
    for value in B9/S B2-S23 2,23 ""; do
        fails 2 "usage error: rule \"$value\": expected * (a rule reads B2/S23)" run vicsek --rule "$value"
    done
    for value in png npy templates device; do
        fails 2 "usage error: --$value: * expected, the value given is empty" run vicsek --r 3 --$value ""
    done
    for value in 2 10 100000; do
        fails 2 "usage error: --tile $value: a tile of vicsek at r = 5 is one of 1, 3, 9, 27 cells a side" \
            run vicsek --r 5 --device cpu --tile "$value"
    done
    fails 2 "*: a tile of oblongs at r = 5 is one of 1, 2, 6, 12, 36 cells a side" \
        run "$NBB_SOURCE_DIR/tests/fractals/oblongs.lua" --r 5 --device cpu --map compact --tile 5
    fails 2 "usage error: --tc 5: expected a whole number from 1 to 4" run vicsek --tc=5
    fails 2 "usage error: --halo box: expected one of: shared, direct" run vicsek --r 3 --halo box
    fails 2 "usage error: 'gfx' is no architecture: expected sm_90 or compute_90, say" emit vicsek --r 3 --ptx --arch gfx
    fails 2 "usage error: 'sm90' is no architecture: *: did you mean 'sm_90'?" emit vicsek --r 3 --ptx --arch sm90
    fails 2 "usage error: NVRTC * has no sm_10; it has *sm_90*" emit vicsek --r 3 --ptx --arch sm_10
}

# vain PATTERN ARGUMENT...: an option that could do nothing is refused, by run and by emit.
vain() {
    fails 2 "usage error: $1" run "${@:2}" --device cpu
    fails 2 "usage error: $1" emit "${@:2}"
}

options_without_effect() {
    local option
    for option in "rule B3/S23" "seed 2" "density 0.3"; do
        # shellcheck disable=SC2086  # name and value
        vain "--${option% *} has no effect on workload sw: it is an option of ca*" vicsek --r 4 -w sw --$option
    done
    vain "--rule has no effect on workload rd: it is an option of ca" vicsek --r 4 -w rd --rule B3/S23
    vain "--tile 3 has no effect on map bb: *" vicsek --r 4 --map bb --tile 3
    vain "--tc has no effect on map bb: *" vicsek --r 4 --map bb --tc
    vain "--tc=1 has no effect on map bb: *" vicsek --r 4 --map bb --tc=1
    vain "--hash arith has no effect on map bb: *" vicsek --r 4 --map bb --hash arith
    for option in "eval unrolled" "hash table" "intra box" "halo shared"; do  # defaults, but named
        # shellcheck disable=SC2086  # name and value
        vain "--$option has no effect on map bb[:,] *" vicsek --r 4 --map bb --$option
        # shellcheck disable=SC2086
        vain "--$option has no effect on map lanes[:,] *" vicsek --r 4 --$option
    done
    vain "--halo shared has no effect on workload sw: only ca has a halo" vicsek --r 4 --map compact -w sw --halo shared
    vain "--halo direct has no effect on workload rd: only ca has a halo" vicsek --r 4 --map compact -w rd --halo direct
    vain "--halo direct has no effect on map lambda: it has no *" vicsek --r 4 --map lambda --halo direct
    vain "--halo shared has no effect on map lambda: it has no *" vicsek --r 4 --map lambda --halo shared
    fails 2 "usage error: --halo direct has no effect on target host: *" run vicsek --r 4 \
        --map compact --halo direct --device cpu
    vain "--tc=2 has no effect on map compact: it is a variant of lambda alone; *" vicsek --r 4 --map compact --tc=2
    vain "--hash shared has no effect on map lanes: *" vicsek --r 4 --hash shared
    vain "--intra unroll has no effect on map lanes: it has no tiles of bytes; use lambda or compact" vicsek --r 4 --intra unroll
    vain "--intra lut has no effect on map bb: it has no tiles of bytes; use lambda or compact" vicsek --r 4 --map bb --intra lut
    vain "--hash table has no effect on map compact with workload sw: *" vicsek --r 4 --map compact -w sw --hash table
    vain "--hash arith has no effect with --eval grouped, whose tables have several levels; use one of the two" vicsek --r 4 --map compact \
        --eval grouped --hash arith
    vain "--hash arith has no effect with --eval grouped, *" vicsek --r 3 -w rd --map lambda --tile 1 --eval grouped --hash arith --intra unroll
    vain "--eval unrolled has no effect on map lambda with --tc=1: *" vicsek --r 4 --map lambda --tc=1 --eval unrolled
    vain "--eval shuffle has no effect on map compact with workload sw: only ca evaluates lambda; use map lambda" vicsek --r 4 --map compact \
        -w sw --eval shuffle
    vain "--hash arith has no effect on map compact with workload rd: only ca evaluates lambda; use map lambda" vicsek --r 4 --map compact \
        -w rd --hash arith
    for option in "run --device cpu" "emit --target host"; do
        # shellcheck disable=SC2086  # the options are words
        fails 2 "usage error: --eval shuffle has no effect on target host: it has no warp to shuffle in; use --eval unrolled" $option vicsek \
            --r 4 --map lambda --eval shuffle
        # shellcheck disable=SC2086
        fails 2 "usage error: --hash shared has no effect on target host: it has no shared memory; use --hash table or arith" $option vicsek \
            --r 4 --map lambda --hash shared
    done
    fails 2 "usage error: --eval shuffle has no effect on map lambda with --tc=4: *" emit vicsek --r 4 --map lambda --tc=4 \
        --eval shuffle
    vain "--intra lut: --tc=3 gives the place of each word of a tile's box, *" vicsek --r 4 --map lambda --tc=3 --intra lut
    vain "--tc has no effect on map compact with workload sw: *" vicsek --r 4 --map compact -w sw --tc
    vain "--tc has no effect on map compact with workload rd: *" vicsek --r 4 --map compact -w rd --tc
    fails 2 "usage error: --arch has no effect on source text; *" emit vicsek --r 3 --arch sm_80
    fails 2 "usage error: --ptx needs --target cuda" emit vicsek --r 3 --ptx --target host
    fails 2 "usage error: --cubin needs --target cuda" emit vicsek --r 3 --cubin --target host
    fails 2 "usage error: --ptx and --cubin: one of them at a time" emit vicsek --r 3 --cubin --ptx
    fails 2 "usage error: --cubin and --fatbin: one of them at a time" emit vicsek --r 3 --cubin --fatbin
    for option in ptx cubin fatbin; do
        fails 2 "usage error: --kernel-only has no effect with --$option, which holds kernels alone; give one of the two" \
            emit vicsek --r 3 --kernel-only --$option
    done
    for option in steps seed density; do
        fails 2 "usage error: --$option has no effect on kernels without a main, as *" emit vicsek --r 3 --kernel-only \
            --$option 1
        fails 2 "usage error: --$option has no effect on kernels without a main, as *" emit vicsek --r 3 --ptx --$option 1
    done
    for option in "info vicsek --steps 3" "render vicsek --map bb" "check vicsek --quiet" "emit vicsek --verify" \
        "run vicsek --ptx" "doctor --r 3" "list --quiet"; do
        # shellcheck disable=SC2086  # the option is words
        fails 2 "usage error: --* has no effect on 'nbbgen ${option%% *}'; see nbbgen ${option%% *} --help" $option
    done
}

# The commit that a build writes: the checkout's, unless NBB_COMMIT says it; none outside of one. The same one is not written
# again, for that would compile.
builds_in_the_commit() {
    local made=$scratch/commit.c
    mkdir "$scratch/checkout"
    write() { cmake "-DSOURCE=$scratch/checkout" "-DOUTPUT=$made" -P "$NBB_SOURCE_DIR/gen/base/commit.cmake" 2>&1; }
    commit_is() {
        same "messages of commit.cmake" "$(write)" ""
        like "commit" "$(<"$made")" "*const char nbb_commit\[\] = \"$1\";"
    }
    command="gen/base/commit.cmake"
    GIT_CEILING_DIRECTORIES=$scratch commit_is unknown
    NBB_COMMIT=abc123-dirty commit_is abc123-dirty
    NBB_COMMIT='"; evil' commit_is unknown
    git -C "$scratch/checkout" init -q
    git -C "$scratch/checkout" -c user.name=x -c user.email=x commit -q --allow-empty -m x
    commit_is "$(git -C "$scratch/checkout" rev-parse --short HEAD)"
    touch -d '2001-01-01 00:00:00' "$made"
    commit_is "$(git -C "$scratch/checkout" rev-parse --short HEAD)"
    same "time of the file" "$(date -r "$made" +%Y)" 2001
    rm -rf "$scratch/checkout" "$made"
}

# NVRTC of PyPI is looked for beside the Python package that the program lies in, and beside no other installation: a file that is
# none shows that it is the one.
finds_nvrtc_of_packages() {
    mkdir -p lib/nbbgen/{bin,share/nbbgen} lib/nvidia/cu13/lib
    cp "$NBBGEN" lib/nbbgen/bin
    echo "no library" >lib/nvidia/cu13/lib/libnvrtc.so.13
    unset NBBGEN_NVRTC CUDA_HOME CUDA_PATH LD_LIBRARY_PATH  # the last that this suite runs
    same "places of an installation" "$(lib/nbbgen/bin/nbbgen doctor 2>&1 | grep -c "$PWD/lib/nvidia")" 0
    touch lib/nbbgen/py.typed
    like "places of a package" "$(lib/nbbgen/bin/nbbgen doctor 2>&1)" \
        "*nvrtc *none *$PWD/lib/nvidia/cu13/lib/libnvrtc.so.13: file too short*pip install nbbgen?cuda]*"
    rm -r lib
}

help
builds_in_the_commit
show
exit_codes
outputs_are_tried_first
near_misses
malformed_values
options_without_effect
finds_nvrtc_of_packages
finish
