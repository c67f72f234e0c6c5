#!/usr/bin/env bash
# library.sh - libnbbgen: the symbols that it shows, their signatures and versions, that it ends nothing and prints nothing, and programs of others that CMake
# and pkg-config build against an installation.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"
header=$NBB_SOURCE_DIR/library/nbbgen.h
abi=$NBB_SOURCE_DIR/tests/library/abi.h
examples=$NBB_SOURCE_DIR/examples/library

# does COMMAND...: it ends with 0; its output is in $out.
does() {
    command="$*" code=0
    out=$("$@" 2>"$scratch/err") || code=$?
    same "exit code and message" "$code $([[ $code -eq 0 ]] || cat "$scratch/err")" "0 "
}

# The public functions by the header, by the shared object and by the archive.
symbols() {
    local declared library=$NBB_BUILD_DIR/libnbbgen.so
    declared=$(grep -v '^typedef' "$header" | grep -oE '\bnbbgen_[a-z_]+\(' | tr -d '(' | sort -u)
    command="nm libnbbgen.so"
    same "symbols" "$(nm -D --defined-only "$library" | awk '$2 == "T" { print $3 } $2 != "T" { print "other " $3 }' | sort)" \
        "$({ sed 's/$/@@NBBGEN_1.0/' <<<"$declared"; echo "other NBBGEN_1.0"; } | sort)"
    command="nm libnbbgen.a"
    same "symbols" "$(nm -g --defined-only "$NBB_BUILD_DIR/libnbbgen.a" | awk '$2 == "T" { print $3 }' | sort)" "$declared"
    command="readelf libnbbgen.so"
    like "the name that programs keep" "$(readelf -dW "$library")" "*soname: \[libnbbgen.so.1\]*"
    does cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$NBB_SOURCE_DIR" -x c "$abi"
    same "functions of abi.h" "$(grep -v '^typedef' "$abi" | grep -oE '\bnbbgen_[a-z_]+\(' | tr -d '(' | sort)" "$declared"
    command="nbbgen.h"
    same "structures whose size a program would know" "$(grep -nE '^(typedef )?(struct|union)[^;]*\{' "$header")" ""
}

# The header's version is CMake's, which the wheel takes, too.
versions() {
    local version
    version=$("$NBBGEN" --version | awk '{ print $2 }')
    command="nbbgen.h"
    same "version" "$(sed -nE 's/^#define NBBGEN_VERSION_(MAJOR|MINOR|PATCH) //p' "$header" | paste -sd .)" "$version"
}

# What a library has no business with: to end the program, to print, to take signals. Where it needs one of these symbols, it is
# for a file, or the command line's ways that a job's hooks replace (say.c, client.c, interrupt.c).
manners() {
    command="nm libnbb_library.a"
    same "uses" "$(nm -u "$NBB_BUILD_DIR/libnbb_library.a" | awk '{ print $2 }' |
        grep -xE '_?exit|_Exit|abort|v?f?printf|__v?f?printf_chk|f?puts|putchar|perror|signal|sigaction|stdout|stderr|setenv')" ""
    command="nm libnbbgen.so"
    same "uses" "$(nm -D -u "$NBB_BUILD_DIR/libnbbgen.so" | awk '{ sub("@.*", "", $2); print $2 }' |
        grep -xE 'exit|_Exit|abort|printf|__printf_chk|puts|putchar|perror|stdout|setenv|setlocale|chdir')" ""
}

# uses FILE PATTERN: the functions that an object of the commands calls.
uses() {
    nm -A "$NBB_BUILD_DIR/libnbb_cli.a" | awk -F '[: ]+' -v object="$1.c.o" '$2 == object && $(NF - 1) == "U" { print $NF }' |
        grep -E "$2" | LC_ALL=C sort -u | paste -sd ' ' || true
}

# The program's way to kernels and to what it tells is that of others: nbbgen.h (and layers.sh: by nothing else).
has_a_client() {
    local stages='^nbbgen_|^nbb_(job|emit|plan|source|options|definition|fractal|simplex|program|library|describe|check)_'
    command="nm libnbb_cli.a"
    same "what describes a job" "$(uses client "$stages")" \
        "nbb_describe_failure nbb_options_open nbbgen_close nbbgen_copies nbbgen_message nbbgen_name nbbgen_place nbbgen_report nbbgen_set_hear nbbgen_set_watch"
    same "what view starts and steps" "$(uses view "$stages")" \
        "nbbgen_copies nbbgen_get nbbgen_info nbbgen_message nbbgen_resume nbbgen_start nbbgen_step nbbgen_steps"
    same "what the other commands ask" "$(uses command_run "$stages")" \
        "nbb_options_given nbbgen_bench nbbgen_check nbbgen_doctor nbbgen_draw nbbgen_emit nbbgen_info nbbgen_kernels nbbgen_list nbbgen_plan nbbgen_run nbbgen_set_hear nbbgen_set_rows"
}

# prints PROGRAM: it prints what the program `nbbgen` finds.
prints() {
    does "$1" cpu
    same "first line" "$(head -n 1 <<<"$out")" "step 10  $observed"
    same "last line" "$(tail -n 1 <<<"$out" | sed 's/.*digest //')" "$digest"
    same "messages" "$(<"$scratch/err")" ""
    command="$1 cuda"
    "$1" cuda >"$scratch/out" 2>"$scratch/err" || code=$?
    same "exit code" "$code" 4
    like "message" "$(<"$scratch/err")" "magnetisation: no CUDA driver: *"
}

programs_of_others() {
    local observed digest
    does cmake --install "$NBB_BUILD_DIR" --prefix "$PWD/prefix"
    runs run carpet --r 4 --program ising --set T=1.5 --steps 30 --digest --json --device cpu
    digest=$(json digest)
    runs run carpet --r 4 --program ising --set T=1.5 --steps 10 --json --device cpu
    observed="e = $(printf %.6f "$(json observe.e)")  m = $(json observe.m)"
    does cmake -S "$examples" -B build "-DCMAKE_PREFIX_PATH=$PWD/prefix" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror"
    does cmake --build build
    prints build/magnetisation
    export PKG_CONFIG_PATH=$PWD/prefix/lib/pkgconfig
    # shellcheck disable=SC2046 # these are words
    does cc $(pkg-config --cflags nbbgen) "$examples/magnetisation.c" -o shared $(pkg-config --libs nbbgen) \
        "-Wl,-rpath,$PWD/prefix/lib"
    prints ./shared
    # A static one finds what comes with nbbgen from its own place.
    mkdir -p static/bin
    ln -s "$PWD/prefix/share" static/share
    # shellcheck disable=SC2046
    does cc -std=c11 -pedantic-errors $(pkg-config --cflags nbbgen) "$examples/magnetisation.c" -o static/bin/it \
        prefix/lib/libnbbgen.a $(pkg-config --static --libs nbbgen | sed 's/-lnbbgen//')
    prints static/bin/it
    echo '#include <nbbgen.h>' >header.cpp
    # shellcheck disable=SC2046
    does c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(pkg-config --cflags nbbgen) header.cpp
}

symbols
versions
manners
has_a_client
programs_of_others
finish
