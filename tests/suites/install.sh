#!/usr/bin/env bash
# install.sh - an installation: what lies where, that it works wherever its tree is moved, the manual, the completions, the
# CMake and pkg-config files. And that doctor tells what is missing. With NBB_LONG=1 (the sweep) completions of zsh, and the Debian package.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"
unset NBBGEN_PROGRAMS

# output COMMAND...: runs it; $code, $out and $err as of nbbgen's.
output() {
    command="$*" code=0
    "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
    out=$(<"$scratch/out") err=$(<"$scratch/err")
}

# does COMMAND...: it ends with 0.
does() {
    output "$@"
    same "exit code and message" "$code $([[ $code -eq 0 ]] || echo "$err")" "0 "
}

# The links of the pages below a folder that lead to no file.
dead_links() {
    local page target
    for page in "$1"/*.md "$1"/docs/*.md; do
        sed '/^    /d' "$page" | grep -oE '\]\([^)#]+' | sed 's/^](//' | grep -v :// | while read -r target; do
            [[ -e ${page%/*}/$target ]] || echo "${page##*/}: $target"
        done
    done
}

is_installed() {
    does cmake --install "$NBB_BUILD_DIR" --prefix "$PWD/first"
    mv first "moved prefix"  # nothing in it may know where it was
    prefix=$PWD/"moved prefix"
    share=$prefix/share/nbbgen
    NBBGEN=$prefix/bin/nbbgen
    same "what lies as in the checkout" "$(cd "$share" && find . -type f | sort)" \
        "$(cd "$NBB_SOURCE_DIR" && git ls-files ./fractals programs templates docs examples tests/device/h200 library/nbbgen.h \
            README.md CONTRIBUTING.md SECURITY.md | grep -vE '^docs/[^/]*\.(py|sh|yml)$' | sed 's,^,./,' | LC_ALL=C.UTF-8 sort)"
    same "links that lead nowhere" "$(dead_links "$share")" ""
    NBBGEN='' PATH=$prefix/bin:$PATH does "$share/examples/gasket_energy.sh" --r 3 --steps 100 --out energy.svg --device cpu
    runs help maps
    like "a page" "$out" "# Maps*"
    same "licence" "$(cmp "$NBB_SOURCE_DIR/LICENSE" "$prefix/share/doc/nbbgen/copyright" 2>&1)" ""
    runs info vicsek
    like "info" "$out" "vicsek ($share/fractals/vicsek.lua)*"
    runs run carpet --r 2 --program ising --steps 2 --device cpu --quiet
    ln -s "$NBBGEN" a_link
    does ./a_link check vicsek
    runs doctor
    like "doctor" "$out" "*
fractals   ok   $(find "$NBB_SOURCE_DIR/fractals" -name '*.lua' | wc -l) in $share/fractals
programs   ok   $(find "$NBB_SOURCE_DIR/programs" -name '*.lua' | wc -l) in $share/programs"
}

# The program in a build folder takes the fractals of the sources that the folder lies in, wherever these are moved.
moved_checkout() {
    local build
    build=moved/build/${NBB_BUILD_DIR##*/}
    mkdir -p "$build/share"
    cp -r "$NBB_SOURCE_DIR"/{fractals,programs} moved
    cp "$NBB_BUILD_DIR/nbbgen" "$build"
    cp -P "$NBB_BUILD_DIR/share/nbbgen" "$build/share"
    NBBGEN=$build/nbbgen runs info vicsek
    like "info" "$out" "vicsek ($PWD/moved/fractals/vicsek.lua)*"
}

# says CODE KEY PATTERN REMEDY: what doctor finds amiss, and its exit code, 0 where a machine need not have it.
says() {
    nbbgen doctor --json
    same "exit code" "$code" "$1"
    [[ $1 -eq 0 ]] || like "message" "$err" "nbbgen: *: not usable: $2"
    [[ $1 -eq 0 ]] || same "code" "$(json "$2.code")" "$1"
    shift
    same "usable" "$(json "$1.usable")" false
    like "what is found" "$(json "$1.is")" "$2"
    like "the remedy" "$(json "$1.get")" "$3"
}

doctor_tells() {
    local remedy='cmake --install BUILD --prefix PREFIX*'
    says 0 cuda:0 "no CUDA driver: *" "apt-get install nvidia-driver*"
    runs doctor
    like "doctor" "$out" "*
cuda:0     none no CUDA driver: *
                to get it: apt-get install nvidia-driver*
nccl       *
cache      ok   *"
    NBBGEN_NCCL=/nowhere.so says 0 nccl "no NCCL (*" "apt-get install libnccl2*"
    CC=./absent says 4 compiler "the host target needs a C compiler: *" "apt-get install gcc libc6-dev"
    NBBGEN_NVRTC=/nowhere.so says 0 nvrtc "no NVRTC (*" "apt-get install nvidia-cuda-toolkit*"
    HOME='' XDG_CACHE_HOME='' says 0 cache "neither *" "export XDG_CACHE_HOME=*"
    NBBGEN_FRACTALS=absent says 1 fractals "absent: cannot be read: No such file or directory" \
        "export NBBGEN_FRACTALS=*"
    echo "return fractal {}" >"$share/fractals/broken.lua"
    says 3 fractals "$share/fractals/broken.lua:1: *" "$remedy"
    rm "$share/fractals/broken.lua"
    mv "$share/programs" aside
    says 1 programs "$share/programs: cannot be read: No such file or directory" "$remedy"
    nbbgen list --json
    same "exit code" "$code" 1
    like "message" "$err" "nbbgen: run-time error: $share/programs: cannot be read: *"
    mv aside "$share/programs"
    mv "$share/programs/potts.lua" .
    says 1 programs "$share/programs/potts.lua: is missing, and comes with nbbgen" "$remedy"
    mv potts.lua "$share/programs"
    mkdir own
    echo 'return program { state = { s = "u1" }, update = "s = t;" }' >own/broken.lua
    NBBGEN_PROGRAMS=own says 3 programs "own/broken.lua:1*" "mend the file, or take it out of the folders of \$NBBGEN_PROGRAMS"
    rm -r own
    runs doctor
    mkdir alone
    cp "$NBBGEN" alone
    NBBGEN=alone/nbbgen fails 3 "definition error: unknown fractal 'vicsek' (searched $PWD/alone/../share/nbbgen/fractals)" \
        info vicsek
}

# page NAME: its text is in $out; man has no complaint.
page() {
    MANWIDTH=200 does man --warnings -E UTF-8 -l "$prefix/share/man/man1/$1.1.gz"
    same "warnings" "$err" ""
}

manual() {
    local name variable commands=
    for name in list info check render emit run bench doctor view; do
        page "nbbgen-$name"
        like "name" "$out" "nbbgen-$name(1)*NAME*nbbgen-$name - *SYNOPSIS*nbbgen $name *SEE ALSO*"
        command="man nbbgen-$name"
        same "options" "$(grep -oE '^ +(-., )?--[a-z0-9-]+' <<<"$out" | sed 's/.*--//' | sort -u | paste -sd ' ')" \
            "$("$NBBGEN" "$name" --help-all | grep -oE '^ +(-.,)? +--[a-z0-9-]+' | sed 's/.*--//' |
                grep -vxE 'help|help-all|usage' | sort -u | paste -sd ' ')"
        commands+="nbbgen-$name(1)*"
    done
    page nbbgen
    like "commands" "$out" "*COMMANDS*${commands}EXIT STATUS*"
    while read -r variable; do
        like "environment" "$out" "*ENVIRONMENT*$variable*FILES*"
    done < <(grep -rhoE 'getenv\("[A-Z_]+"|"(NBBGEN|CUDA)_[A-Z]+"' "$NBB_SOURCE_DIR"/{gen,runtime,library,cli} --include='*.c' |
        grep -oE '[A-Z_]{2,}' | sort -u)
}

# offered WHAT WANTED: the words of $out, one a line.
offered() { like "$1" " $(paste -sd ' ' <<<"$out") " "$2"; }

# The words that bash offers at the end of a command line.
in_bash() {
    # shellcheck disable=SC2016  # the shell that is asked expands it
    PATH=$prefix/bin:$PATH does bash --norc -c '
        source "$1"
        compopt() { :; }
        COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
        _nbbgen
        printf "%s\n" "${COMPREPLY[@]}"' - "$prefix/share/bash-completion/completions/nbbgen" "$@"
}

in_fish() {
    PATH=$prefix/bin:$PATH does fish --no-config -c "source '$prefix/share/fish/vendor_completions.d/nbbgen.fish'; complete -C '$1'"
    out=$(cut -f 1 <<<"$out")
}

# zsh completes in a terminal alone: one is made, where Tab is pressed, and what it lists or fills in is read.
in_zsh() {
    # shellcheck disable=SC2016
    PATH=$prefix/bin:$PATH does zsh -f -c '
        zmodload zsh/zpty
        zpty -b shell zsh -f -i
        zpty -w shell "PS1=; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; stty -echo cols 200; LISTMAX=1000"
        zpty -w shell "zstyle \":completion:*\" list-separator \"\"; print ready\$((1)); bindkey \"^I\" complete-word"
        zpty -r -m shell line "*ready1*"
        zpty -w -n shell "$2"$'"'\t'"'
        sleep 0.7
        while zpty -r -t shell line; do print -rn -- "$line"; done
        zpty -d shell' - "$prefix/share/zsh/vendor-completions" "$1"
    out=$(sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' <<<"$out")
}

completions_of_bash() {
    in_bash nbbgen ""
    offered "commands" " list info check render emit run bench doctor view help "
    in_bash nbbgen run --map ""
    offered "maps" " auto bb lambda compact lanes enum "
    in_bash nbbgen run --map = la
    offered "maps after =" " lambda lanes "
    in_bash nbbgen run --tc chan
    offered "a fractal after --tc" " chandelier "
    in_bash nbbgen run chan
    offered "a fractal" " chandelier "
    in_bash nbbgen emit carpet --ker
    offered "an option" " --kernel-only "
    in_bash nbbgen run carpet --program isi
    offered "programs" " ising ising_glauber "
    in_bash nbbgen run carpet --device ""
    offered "devices" " auto cpu cuda "
    in_bash nbbgen bench carpet --map bb,la
    offered "a map behind another" " bb,lambda bb,lanes "
    in_bash nbbgen run carpet --map bb,la
    offered "nothing where lists are not taken" "  "
    in_bash nbbgen help pro
    offered "a page" " programs "
    in_bash nbbgen help ru
    offered "a command" " run "
    touch own.lua own.txt
    in_bash nbbgen check ow
    offered "files" " own.lua "
    in_bash nbbgen run carpet --png ow
    offered "files of an option" " own.lua own.txt "
}

completions_of_fish() {
    in_fish "nbbgen "
    offered "commands" "*bench*doctor*help*run*"
    in_fish "nbbgen help pro"
    offered "a page" " programs "
    in_fish "nbbgen run carpet --device "
    offered "devices" " auto cpu cuda "
    in_fish "nbbgen bench carpet --map bb,la"
    offered "a map behind another" " bb,lambda bb,lanes "
    in_fish "nbbgen run --map la"
    offered "maps" " lambda lanes "
    in_fish "nbbgen run chan"
    offered "a fractal" " chandelier "
    in_fish "nbbgen emit carpet --ker"
    offered "an option" " --kernel-only "
    in_fish "nbbgen run carpet --program isi"
    offered "programs" " ising ising_glauber "
}

completions_of_zsh() {
    in_zsh "nbbgen run --map=lam"
    like "a map" "$out" "*--map=lambda *"
    in_zsh "nbbgen run chan"
    like "a fractal" "$out" "*chandelier *"
    in_zsh "nbbgen emit carpet --ker"
    like "an option" "$out" "*--kernel-only *"
    in_zsh "nbbgen bench carpet --map bb,comp"
    like "a map behind another" "$out" "*bb,compact*"
    in_zsh "nbbgen run carpet --device=au"
    like "a device" "$out" "*--device=auto *"
    in_zsh "nbbgen hel"
    like "help" "$out" "*help *"
    in_zsh "nbbgen help progr"
    like "a page" "$out" "*programs *"
    in_zsh "nbbgen doc"
    like "a command" "$out" "*doctor *"
}

# What CMake and pkg-config say of it.
found_by_others() {
    mkdir project
    cat >project/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.21)
project(others NONE)
find_package(nbbgen 0.1 REQUIRED)
get_target_property(program nbbgen::nbbgen LOCATION)
execute_process(COMMAND ${program} list COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
message(STATUS "it is ${program}")
TEXT
    does cmake -S project -B project/build "-DCMAKE_PREFIX_PATH=$prefix"
    like "what CMake finds" "$out" "*it is $prefix/bin/nbbgen"$'\n'*
    export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
    does pkg-config --modversion nbbgen
    like "version" "$("$NBBGEN" --version)" "nbbgen $out (*"
    does pkg-config --variable=share nbbgen
    same "share" "$(readlink -f "${out//\\/}")" "$share"
}

# Installed and removed below a folder that stands for the system's root, which needs no rights.
debian_package() {
    local root=$PWD/root package
    does cpack -B "$PWD/package" --config "$NBB_BUILD_DIR/CPackConfig.cmake"
    package=$(ls package/*.deb)
    does lintian --allow-root --fail-on error --no-tag-display-limit "$package"
    does dpkg-deb --field "$package" Depends
    like "dependencies" "$out" "*libc6*liblua5.4-0*"
    does apt-get install --simulate "$PWD/$package"
    like "what apt would install" "$out" "*Inst nbbgen (*"
    mkdir -p "$root"/var/lib/dpkg/{updates,info}
    touch "$root"/var/lib/dpkg/{status,available}
    local dpkg=(dpkg "--root=$root" --force-not-root --force-depends --force-bad-path)
    does "${dpkg[@]}" --install "$package"
    NBBGEN=$root/usr/bin/nbbgen runs run vicsek --r 3 --device cpu --quiet --verify
    does "${dpkg[@]}" --remove nbbgen
    same "files left" "$(find "$root" -path "$root/var" -prune -o ! -type d -print)" ""
}

is_installed
moved_checkout
doctor_tells
manual
completions_of_bash
completions_of_fish
long completions_of_zsh
found_by_others
long debian_package
finish
