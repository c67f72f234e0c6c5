#!/usr/bin/env bash
# foreign.sh - text of others never reaches a terminal as it is: from every place it comes from, its controls, invalid
# bytes and reordering characters are escaped, and it is cut.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

# ESC, a newline, C1 as UTF-8 and alone, right-to-left override, an invalid byte; then what may be shown.
evil=$'\e[31m\nX\xc2\x9b\x9b\xe2\x80\xae\xff\xc3\xa9'
shown='\x1b\[31m\x0aX\xc2\x9b\x9b\xe2\x80\xae\xff'$'\xc3\xa9'
whole=${shown//\\[/[}                                 # the same without the pattern's backslash
lua='\27[31m\nX\xc2\x9b\x9b\xe2\x80\xae\xff\xc3\xa9'  # the same in a string of Lua

# clean WHAT FILE: no byte of the file is a control but its newlines, and it is UTF-8.
clean() {
    local rest
    rest=$(LC_ALL=C tr -d '\n -~\200-\377' <"$2" | od -An -tx1)
    same "$1: controls" "$rest" ""
    iconv -f UTF-8 -t UTF-8 <"$2" >/dev/null 2>&1
    same "$1: exit status of iconv" $? 0
    ! grep -qP '\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]' <(LC_ALL=C cat "$2")
    same "$1: neither C1 nor reordering" $? 0
}

# fails_clean CODE PATTERN ARGUMENT...: the program fails so, with one clean line. A backslash is no escape in the pattern.
fails_clean() {
    fails "$1" "${2//\\x/\\\\x}" "${@:3}"
    clean "standard error" "$scratch/err"
    same "lines" "$(wc -l <"$scratch/err")" 1
}

command_lines() {
    fails_clean 2 "usage error: unknown command '$shown'; *" "$evil"
    fails_clean 2 "usage error: unknown option '--$shown' of nbbgen run; *" run vicsek "--$evil"
    fails_clean 2 "usage error: unknown option '-$shown' of nbbgen run; *" run vicsek "-$evil"
    fails_clean 2 "usage error: --r $shown: *" run vicsek --r "$evil"
    fails_clean 2 "usage error: --map $shown: *" run vicsek --r 3 --map "$evil"
    fails_clean 2 "usage error: rule \"$shown\": *" run vicsek --r 3 --rule "$evil"
    fails_clean 2 "usage error: --device $shown: *" run vicsek --r 3 --device "$evil"
    fails_clean 2 "usage error: --templates $shown: *" run vicsek --r 3 --templates "$evil"
    fails_clean 1 "run-time error: ./absent/$shown.png: *" run vicsek --r 3 --device cpu --png "./absent/$evil.png"
    fails_clean 3 "definition error: unknown fractal '$shown' (searched *)" info "$evil"
    fails_clean 3 "definition error: ./$shown.lua: cannot be opened: *" info "./$evil.lua"
}

long_texts_are_cut() {
    local long
    long=$(printf 'A%.0s' {1..5000})
    fails_clean 3 "definition error: unknown fractal 'A*A \[... 4??? bytes ...\] A*' (searched */fractals)" info "$long"
    at_most "bytes" "${#err}" 1200
}

# reject TEXT PATTERN
reject() {
    printf '%s\n' "$1" >bad.lua
    fails_clean 3 "definition error: bad.lua:$2" check bad.lua
}

definitions() {
    local rows='layout = { "#.", "##" }'
    reject "error(\"$lua\")" "1: $shown"
    reject "error(\"a\\0$lua\", 0)" "1: a\\x00$shown"
    reject "return fractal { name = \"$lua\", $rows }" "1: field 'name': is '$shown'; *"
    reject "return fractal { member = \"$lua\", $rows }" "1: field 'member': *the byte 0x1b *"
    reject "return fractal { hash = \"$lua\", $rows }" "1: field 'hash': *the byte 0x1b *"
    reject "return fractal { [\"$lua\"] = 1, $rows }" "1: *\\x1b*"
    reject "return fractal { layout = { \"#\\27\", \"##\" } }" "1: field 'layout'*"
    reject "return $(printf '\e')" "1: *"
    reject "local $(printf 'a\xff') = 1" "1: *"
    echo "return fractal { name = 'named', $rows }" >"$evil.lua"
    runs check "./$evil.lua"
    clean "check" "$scratch/out"
    same "check" "$(head -n 1 "$scratch/out")" "./$whole.lua: a valid definition of named"
    runs info "./$evil.lua"
    clean "info" "$scratch/out"
    runs emit "./$evil.lua" --r 2
    clean "emit" "$scratch/out"
    runs emit "./$evil.lua" --r 2 --target host -o made.c
    local word
    word=$(header_command made.c | sed "s,^nbbgen emit \(.*\) --r 2.*,\1,")
    eval "word=$word"
    same "the file that the emitted command names" "$word" "./$evil.lua"
    mkdir names
    cp "$evil.lua" "names/$evil.lua"
    NBBGEN_FRACTALS=names runs list
    clean "list" "$scratch/out"
    NBBGEN_FRACTALS=names runs list --json
    same "the name" "$(json 0.name)" "$whole"
    rm -r names "$evil.lua"
}

files() {
    printf "\x93NUMPY\x01\0\x30\0{'descr': %b, 'fortran_order': False, '\n" '\x1b[31m\x9b' >bad.npy
    truncate -s 200 bad.npy
    fails_clean 2 "usage error: bad.npy: character 11 of its header: expected 'descr', 'fortran_order' and 'shape', each once, as NumPy writes them, found \\x1b\[31m\\x9b*" run triangle -w edm --points bad.npy --device cpu
    mkdir templates
    echo "\$ error(\"$lua\")" >templates/module.in
    fails_clean 1 "run-time error: templates/module.in:1: $shown" emit vicsek --r 2 --templates templates
    runs bench vicsek@2 -w sw --map bb --samples 1 --no-rates --device cpu --json good.json --quiet
    sed "s/\"fractal\": \"vicsek\"/\"fractal\": \"\\\\u001b[31m\\\\u009b\\\\u202e\"/" good.json >bad.json
    runs bench vicsek@3 -w sw --map bb --samples 1 --no-rates --device cpu --resume bad.json --quiet
    clean "the table" "$scratch/out"
    like "the table" "$out" "*\\\\x1b\[31m\\\\xc2\\\\x9b*"
    NBBGEN_FRACTALS=$evil nbbgen doctor
    clean "doctor" "$scratch/out"
    NBBGEN_FRACTALS=$evil nbbgen doctor --json
    clean "doctor --json" "$scratch/out"
    like "doctor's folders" "$(json fractals.is)" "\\\\x1b*: cannot be read: *"
}

# A log has lines, each indented; no line of it can pose as a message.
compilers() {
    printf '#!/bin/sh\nprintf "a\\033[31m\\nnbbgen: done\\n\\tb\\233\\n"; exit 1\n' >compiler
    chmod +x compiler
    CC=./compiler fails 4 "device or compiler error: *; the source is kept as *.c
    a\\\\x1b\[31m
    nbbgen: done
    \\\\x09b\\\\x9b" run vicsek --r 2 --device cpu --no-cache
    clean "a log" "$scratch/err"
    printf '#!/bin/sh\nseq 1 1000; exit 1\n' >compiler
    CC=./compiler fails 4 "*"$'\n'"    99"$'\n'"    \[... * bytes ...\]" run vicsek --r 2 --device cpu --no-cache
    CC=./$evil fails 4 "device or compiler error: the host target needs a C compiler: *\\\\x1b*" run vicsek --r 2 \
        --device cpu --no-cache
    clean "an absent compiler" "$scratch/err"
}

# What keeps it so: messages are printed in one place. program.c has a list of words that C means something by; embed.c is a tool of the build.
only_say_prints_messages() {
    cd "$NBB_SOURCE_DIR" || exit
    same "files that write to standard error" "$(grep -rlw 'stderr\|perror' --include='*.c' gen runtime cli library | sort | paste -sd ' ')" \
        "cli/client.c gen/base/say.c gen/program/program.c gen/source/embed.c"
}

command_lines
long_texts_are_cut
definitions
files
compilers
only_say_prints_messages
finish
