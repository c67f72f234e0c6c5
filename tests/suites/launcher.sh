#!/usr/bin/env bash
# launcher.sh - what ./nbbgen installs, builds and starts, in a stand-in checkout whose cmake, pkg-config and apt-get
# are stubs that note how they were called.
set -uo pipefail

scratch=$(mktemp -d "${TMPDIR:-/tmp}/launcher.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
checkout="$scratch/a checkout"
bin=$scratch/bin
failures=0

export CALLS=$scratch/calls LACKING=$scratch/lacking BROKEN=$scratch/broken
export FAKE_ID=0 BUILD_SECONDS=0.1 XDG_CACHE_HOME=$scratch/cache

# stub NAME: a command made of standard input.
stub() {
    { echo '#!/bin/bash'; cat; } >"$bin/$1"
    chmod +x "$bin/$1"
}

real_commands=(bash cat chmod cut env find flock grep mkdir mv nproc paste readlink rm sha256sum sleep stat tail touch)

# shellcheck disable=SC2016  # stubs expand when they run
make_stubs() {
    local name
    mkdir "$bin"
    for name in "${real_commands[@]}"; do
        ln -s "$(command -v "$name")" "$bin/$name"
    done
    stub cc </dev/null
    stub id <<<'echo "$FAKE_ID"'
    stub pkg-config <<<'[[ ! -e $LACKING ]] || ! grep -qx "$2" "$LACKING"'
    stub apt-get <<'STUB'
echo "apt-get $*" >>"$CALLS"
[[ $1 != install || -e $BROKEN ]] || rm -f "$LACKING"
STUB
    stub cmake <<'STUB'
echo "cmake $*" >>"$CALLS"
if [[ $1 != --build ]]; then
    mkdir -p "$6"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$2" >"$6/CMakeCache.txt"
    exit
fi
echo "talk of the build"
sleep "$BUILD_SECONDS"
[[ ! -e $BROKEN ]] || exit 1
printf '#!/bin/bash\necho "in $PWD: $*"; [[ -z $SHOW_MASK ]] || umask; exit 5\n' >"$2/nbbgen"
chmod +x "$2/nbbgen"
STUB
}

# A fresh checkout, and no calls noted.
begin() {
    rm -rf "$checkout" "$CALLS" "$LACKING" "$BROKEN" "$XDG_CACHE_HOME" "$bin/sudo"
    mkdir -p "$checkout"/{gen,runtime,library,cli,templates/cuda}
    cp "$NBB_SOURCE_DIR/nbbgen" "$checkout/nbbgen"
    touch "$checkout"/{CMakeLists.txt,CMakePresets.json,cli/main.c,templates/cuda/x.cu.in} "$CALLS"
}

# start COMMAND ARGUMENT...: its output, messages and exit status are in $out, $err and $code.
start() {
    code=0
    out=$(PATH=$bin "$@" 2>"$scratch/err") || code=$?
    err=$(<"$scratch/err")
}

# expect WHAT ACTUAL PATTERN: the actual text must match the (shell) pattern.
expect() {
    # shellcheck disable=SC2053  # a pattern is meant
    if [[ $2 != $3 ]]; then
        echo "${FUNCNAME[1]}: $1 is '$2', expected '$3'"
        failures=$((failures + 1))
    fi
}

calls() { grep -c -- "$1" "$CALLS"; }

first_start_builds_and_runs() {
    cd "$scratch" || exit
    start "$checkout/nbbgen" run "two words"
    expect "exit status" "$code" 5
    expect "standard output" "$out" "in $scratch: run two words"
    expect "standard error" "$err" ""
    expect "calls" "$(<"$CALLS")" "cmake -S $checkout --preset release -B $checkout/build/release*--target all *"
}

second_start_builds_nothing() {
    start "$checkout/nbbgen"
    : >"$CALLS"
    start "$checkout/nbbgen"
    expect "exit status" "$code" 5
    expect "calls" "$(<"$CALLS")" ""
}

# rebuilds_after COMMAND...: a change of the sources is built by the next start, and once only.
rebuilds_after() {
    start "$checkout/nbbgen"
    "$@"
    start "$checkout/nbbgen"
    start "$checkout/nbbgen"
    expect "number of builds after $1 ${*: -1}" "$(calls --build)" 2
}

changes_are_built() {
    local change
    for change in "touch cli/main.c" "touch templates/cuda/x.cu.in" "touch CMakeLists.txt" "touch runtime/new.c" "touch library/new.c" \
        "rm templates/cuda/x.cu.in"; do
        begin
        rebuilds_after "${change%% *}" "$checkout/${change#* }"
    done
}

starts_through_links() {
    mkdir "$scratch/links"
    ln -s "$checkout/nbbgen" "$scratch/links/one"
    ln -s one "$scratch/links/two"
    cd "$scratch/links" || exit
    start ./two list
    expect "standard output" "$out" "in $scratch/links: list"
    expect "built program" "$(ls "$checkout/build/release/nbbgen")" "$checkout/build/release/nbbgen"
}

copied_checkout_is_configured_anew() {
    start "$checkout/nbbgen"
    rm -rf "$scratch/copy"
    cp -a "$checkout" "$scratch/copy"
    start "$scratch/copy/nbbgen"
    expect "last configuration" "$(grep -- -S "$CALLS" | tail -n 1)" "cmake -S $scratch/copy --preset release *"
    expect "number of builds" "$(calls --build)" 2
}

concurrent_starts_build_once() {
    local i
    for i in 1 2 3 4; do
        PATH=$bin "$checkout/nbbgen" "$i" >"$scratch/out.$i" &
    done
    wait
    expect "number of builds" "$(calls --build)" 1
    for i in 1 2 3 4; do
        expect "output of start $i" "$(<"$scratch/out.$i")" "*: $i"
    done
}

missing_library_is_installed() {
    printf '%s\n' libffi jansson >"$LACKING"
    start "$checkout/nbbgen"
    expect "exit status" "$code" 5
    expect "standard error" "$err" "nbbgen: not found: jansson libffi; running apt-get install *"
    expect "first calls" "$(head -n 2 "$CALLS")" "apt-get update
apt-get install -y --no-install-recommends build-essential cmake pkg-config liblua5.4-dev libjansson-dev libpng-dev \
libxxhash-dev libffi-dev liburing-dev libmicrohttpd-dev"
}

missing_tool_is_noticed() {
    rm "$bin/cc"
    start "$checkout/nbbgen"
    stub cc </dev/null
    expect "exit status" "$code" 4
    expect "standard error" "$err" "nbbgen: not found: cc; running*still not found after installing *: cc (log: *"
}

# shellcheck disable=SC2016
sudo_installs() {
    stub sudo <<<'echo "sudo $1" >>"$CALLS"; exec "$@"'
    echo libpng >"$LACKING"
    FAKE_ID=1000 start "$checkout/nbbgen"
    expect "exit status" "$code" 5
    expect "number of calls through sudo" "$(calls '^sudo ')" 2
}

without_root_and_sudo_it_says_what_to_run() {
    echo libpng >"$LACKING"
    FAKE_ID=1000 start "$checkout/nbbgen"
    expect "exit status" "$code" 4
    expect "standard output" "$out" ""
    expect "standard error" "$err" "nbbgen: not found: libpng. *run as root: apt-get install -y *libmicrohttpd-dev"
    expect "calls" "$(<"$CALLS")" ""
}

without_apt_it_lists_what_is_needed() {
    echo libpng >"$LACKING"
    mv "$bin/apt-get" "$scratch/apt-get"
    start "$checkout/nbbgen"
    mv "$scratch/apt-get" "$bin/apt-get"
    expect "exit status" "$code" 4
    expect "standard error" "$err" "nbbgen: not found: libpng. There is no apt-get here: install * libmicrohttpd-dev"
}

failed_build_shows_its_log() {
    touch "$BROKEN"
    start "$checkout/nbbgen"
    expect "exit status" "$code" 4
    expect "standard output" "$out" ""
    expect "standard error" "$err" "talk of the build*nbbgen: building failed (log: $checkout/build/release.log)"
    rm "$BROKEN"
    start "$checkout/nbbgen"
    expect "exit status of the next start" "$code" 5
}

unwritable_checkout_builds_in_the_cache() {
    touch "$checkout/build"  # a file: no folder can be made there, not even by root
    start "$checkout/nbbgen"
    start "$checkout/nbbgen"
    expect "exit status" "$code" 5
    expect "number of builds" "$(calls --build)" 1
    expect "built program" "$(echo "$XDG_CACHE_HOME"/nbbgen/build-*/nbbgen)" "*/build-????????????????/nbbgen"
    rm -r "$XDG_CACHE_HOME"
    SHOW_MASK=yes start "$checkout/nbbgen"
    expect "the program's umask" "${out#*$'\n'}" "$(umask)"
}

# refused PATTERN: a start that runs no program, with this reason.
refused() {
    start "$checkout/nbbgen"
    expect "exit status" "$code" 4
    expect "standard output" "$out" ""
    expect "standard error" "$err" "nbbgen: $1"
}

without_a_home_nothing_is_built() {
    touch "$checkout/build"
    HOME='' XDG_CACHE_HOME='' refused "no folder to build in: */build/release cannot be used, and neither \
XDG_CACHE_HOME nor HOME is set to an absolute path"
    expect "calls" "$(<"$CALLS")" ""
}

# A start that leaves the checkout's folder alone, with this reason, and builds in the cache. elsewhere PATTERN
elsewhere() {
    rm -rf "$XDG_CACHE_HOME"
    : >"$CALLS"
    start "$checkout/nbbgen"
    expect "exit status" "$code" 5
    expect "standard output" "$out" "in *"
    expect "standard error" "$err" "nbbgen: $1"
    expect "calls" "$(<"$CALLS")" "cmake -S $checkout --preset release -B $XDG_CACHE_HOME/nbbgen/build-*"
}

# What others may have put where the program is built is not run.
folders_of_others_are_left() {
    local built=$checkout/build/release
    start "$checkout/nbbgen"
    echo 'echo planted' >"$built/nbbgen"
    chmod o+w "$checkout/build"
    elsewhere "$checkout/build is not used: others can write to it (mode ???)"
    chmod o-w "$checkout/build"
    chmod 1777 "$built"
    elsewhere "$built is not used: others can write to it (mode 1777)"
    chmod 0755 "$built"
    chmod g+w "$built/nbbgen"
    elsewhere "$built/nbbgen is not used: others can write to it*"
    chmod g-w "$built/nbbgen"
    [[ $EUID -ne 0 ]] || owners_are_checked "$built"
    start "$checkout/nbbgen"
    expect "output of a program of one's own" "$out" planted
}

# As root alone.
owners_are_checked() {
    chown 12345 "$1/nbbgen"
    elsewhere "$1/nbbgen is not used: it belongs to user 12345, neither this one nor root"
    chown 0 "$1/nbbgen"
    mv "$1" "$checkout/moved"
    ln -s "$checkout/moved" "$1"
    chown -h 12345 "$1"
    elsewhere "$1 is not used: it belongs to user 12345, neither this one nor root"
    chown -R 12345 "$checkout"  # whose owner can change the program's sources as well
}

cache_of_others_is_refused() {
    touch "$checkout/build"
    start "$checkout/nbbgen"
    chmod 0777 "$XDG_CACHE_HOME"
    refused "$XDG_CACHE_HOME is not used: others can write to it (mode 777)*no folder to build in: *; set *"
    chmod 1777 "$XDG_CACHE_HOME"
    start "$checkout/nbbgen"
    expect "exit status below a sticky folder" "$code" 5
    expect "folder's mode" "$(stat -c %a "$XDG_CACHE_HOME"/nbbgen)" 700
    if [[ $EUID -eq 0 ]]; then
        chown -R 12345 "$XDG_CACHE_HOME"/nbbgen
        refused "*/nbbgen/build-* is not used: it belongs to *"
    fi
}

long_build_is_announced() {
    BUILD_SECONDS=2.5 start "$checkout/nbbgen"
    expect "standard error" "$err" "nbbgen: building in $checkout/build/release ..."
}

cases=(first_start_builds_and_runs second_start_builds_nothing changes_are_built starts_through_links
    copied_checkout_is_configured_anew concurrent_starts_build_once
    missing_library_is_installed missing_tool_is_noticed sudo_installs
    without_root_and_sudo_it_says_what_to_run without_apt_it_lists_what_is_needed
    failed_build_shows_its_log unwritable_checkout_builds_in_the_cache without_a_home_nothing_is_built
    folders_of_others_are_left cache_of_others_is_refused long_build_is_announced)

make_stubs
for case in "${cases[@]}"; do
    begin
    "$case"
done
echo "${#cases[@]} cases, $failures failures"
[[ $failures -eq 0 ]]
