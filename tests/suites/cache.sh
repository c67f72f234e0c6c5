#!/usr/bin/env bash
# cache.sh - compiled modules are kept and found again; a damaged entry or an unusable folder costs a
# compilation only.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
export XDG_CACHE_HOME=$scratch/cache NBB_KEPT=$scratch/kept
mkdir "$NBB_KEPT"  # tests/tools/cc_light
entries=$XDG_CACHE_HOME/nbbgen

# cached hit|miss ARGUMENT...: a run that finds, or does not find, its module.
cached() {
    runs run vicsek --r 4 --json --quiet "${@:2}"
    same "cache" "$(json cache)" "$1"
}

modules_are_kept() {
    cached miss
    same "standard error" "$err" ""
    local first
    first=$(json compile_ms)
    cached hit
    at_most "milliseconds, found" "$(json compile_ms | cut -d. -f1)" "$(cut -d. -f1 <<<"$first")"
    same "files" "$(find "$entries" -type f | wc -l)" 1
    same "folder's mode" "$(stat -c %a "$entries")" 700
    cached hit --seed 3 --density 0.1 --steps 3  # arguments of the kernels, no part of them
    cached miss --rule B3/S23
    cached miss --map lambda
    CC="cc -g" cached miss
    cached hit
    same "files" "$(find "$entries" -type f | wc -l)" 4
}

# A real mount, where one may be made and root's files are still root's in it: test_host does without.
noexec_compiles_elsewhere() {
    local mounted="mount -t tmpfs -o noexec,mode=700 none noexec && export XDG_CACHE_HOME=\$PWD/noexec"
    mkdir -p noexec
    if [[ $EUID -ne 0 ]] || ! unshare -rm bash -c "$mounted" 2>/dev/null; then
        return 0
    fi
    command="nbbgen run, a second time, with a cache that is mounted noexec"
    code=0
    unshare -rm bash -c "$mounted"' && "$@" >first 2>first.err && "$@"' bash \
        "$NBBGEN" run vicsek --r 4 --device cpu --digest --json >"$scratch/out" 2>"$scratch/err" || code=$?
    same "exit code" "$code" 0
    same "cache" "$(json cache)" miss
    same "digest" "$(json digest)" "$("$NBB_JSONGET" first digest)"
    same "the first run's warnings" "$(grep -c warning first.err)" 0
    like "warning" "$(grep warning "$scratch/err")" \
        "nbbgen: warning: the cache entry $PWD/noexec/*.so is of no use here and compiled anew: *"
}

no_cache_keeps_nothing() {
    rm -r "$entries"
    cached miss --no-cache
    [[ ! -e $entries ]]
    same "the folder's absence" $? 0
    cached miss
    cached miss --no-cache
}

# damaged HOW: an entry that the function HOW has damaged is noticed, and made anew.
damaged() {
    local entry
    rm -rf "$entries"
    cached miss
    entry=$(find "$entries" -type f)
    "$@" "$entry"
    cached miss
    like "warning" "$err" "nbbgen: warning: the cache entry $entry is removed and compiled anew: *"
    cached hit
    same "standard error" "$err" ""
}
flip_a_byte() { printf "\\$(printf %o $(($(od -An -tu1 -j 3000 -N 1 "$1") ^ 255)))" | dd of="$1" bs=1 seek=3000 conv=notrunc status=none; }
cut_short() { truncate -s -100 "$1"; }
make_empty() { : >"$1"; }
make_pipe() { rm "$1" && mkfifo "$1"; }
make_text() { echo "not a module" >"$1"; }

unusable_folders_warn() {
    XDG_CACHE_HOME=/dev/null cached miss
    like "warning" "$err" "nbbgen: warning: compiled modules are not kept: /dev/null/nbbgen: 'null' is no folder"
    XDG_CACHE_HOME=relative HOME="" cached miss
    like "warning" "$err" "nbbgen: warning: compiled modules are not kept: neither XDG_CACHE_HOME nor HOME is set *"
    XDG_CACHE_HOME="" HOME=$scratch/home cached miss
    same "files below HOME" "$(find "$scratch/home/.cache/nbbgen" -type f | wc -l)" 1
    TMPDIR=$scratch/no fails 4 "device or compiler error: $scratch/no/nbbgen-*: cannot be created: *; set TMPDIR *" \
        run vicsek --r 3 --quiet --no-cache
    mkdir "$scratch/tmp"
    TMPDIR=$scratch/tmp cached miss --no-cache
    same "files left in TMPDIR" "$(ls "$scratch/tmp")" ""
}

# A module that tells that it was loaded, kept as another user would plant it: of the key that the next run has.
# plant: leaves it in the cache, whose path is then in $entry.
plant() {
    rm -rf "$XDG_CACHE_HOME"
    mkdir -p bin
    echo "#include <fcntl.h>
__attribute__((constructor)) static void tell(void) { open(\"$scratch/loaded\", O_CREAT, 0666); }" >plant.h
    printf '#!/bin/sh\nexec %s "$@" -include "%s"\n' "$(command -v cc)" "$PWD/plant.h" >bin/cc
    chmod +x bin/cc
    PATH=$PWD/bin:$PATH cached miss
    entry=$(find "$entries" -type f)
    rm "$scratch/loaded"
}

# not_loaded WHAT: the planted module was not run.
not_loaded() {
    [[ ! -e $scratch/loaded ]]
    same "$1: a planted module was loaded" $? 0
    rm -f "$scratch/loaded"
}

# left WORDS COMMAND...: after the command the cache is neither read nor written, with one remark; the work is done.
left() {
    plant
    "${@:2}"
    cached miss
    not_loaded "$1"
    like "remark" "$err" "nbbgen: warning: compiled modules are not kept: $entries: $1"
    same "lines" "$(wc -l <"$scratch/err")" 1
    same "files" "$(find "$entries/" -type f)" "$entry"
    runs doctor
    like "doctor" "$out" "*cache      none $entries: $1*"
    fails 1 "run-time error: tuned choices are kept in the cache's folder: $entries: $1" \
        run vicsek --r 4 --device cpu --tuned
}

replace_by_link() {
    mv "$entries" "$scratch/work/moved"
    ln -s "$scratch/work/moved" "$entries"
}

folders_of_others_are_left() {
    left "others can write to 'nbbgen', whose mode is 0707" chmod 0707 "$entries"
    left "others can write to 'nbbgen', whose mode is 1707" chmod 1707 "$entries"
    left "others can write to 'nbbgen', whose mode is 0770" chmod 0770 "$entries"
    left "others can write to 'cache', whose mode is 0777" chmod 0777 "$XDG_CACHE_HOME"
    plant
    chmod 1777 "$XDG_CACHE_HOME"  # as /tmp: nobody else can replace what lies there
    cached hit
    same "standard error" "$err" ""
    plant
    replace_by_link
    cached hit
    same "standard error" "$err" ""
    [[ $EUID -ne 0 ]] || owners_are_checked
    rm -rf moved "$scratch/loaded"
}

# As root alone.
owners_are_checked() {
    rm -rf moved
    left "'nbbgen' belongs to user 12345, neither this one nor root" chown 12345 "$entries"
    left "'cache' belongs to user 12345, neither this one nor root" chown 12345 "$XDG_CACHE_HOME"
    plant
    replace_by_link
    chown -h 12345 "$entries"
    cached miss
    like "remark" "$err" "*: 'nbbgen' belongs to user 12345, neither this one nor root"
    not_loaded "a link of another"
    rm -rf moved
    plant
    chmod 755 "$scratch" "$scratch/work"
    chown -R 12345 "$XDG_CACHE_HOME"
    as_user 12345 hit
    same "standard error of its owner" "$err" ""
    as_user 23456 miss
    like "remark to another" "$err" "*: 'cache' belongs to user 12345, neither this one nor root"
    chmod 700 "$scratch"
}

# The run of `cached`, by a user without rights. as_user USER hit|miss
as_user() {
    printf '#!/bin/sh\nexec setpriv --reuid=%s --regid=%s --clear-groups "%s" "$@"\n' "$1" "$1" "$NBBGEN" \
        >bin/someone
    chmod 755 bin bin/someone
    rm -f "$scratch/loaded"
    NBBGEN=$PWD/bin/someone cached "$2"
}

# In a folder of one's own, a file that others own or can write, and a link, are removed and made anew.
files_of_others_are_removed() {
    local how
    for how in "chmod 0660" "chmod 0606" link_to_copy $([[ $EUID -ne 0 ]] || echo chown_away); do
        plant
        $how "$entry"
        cached miss
        not_loaded "$how"
        like "warning" "$err" "nbbgen: warning: the cache entry $entry is removed and compiled anew: *"
        cached hit
        same "standard error" "$err" ""
        same "entry's mode and owner" "$(stat -c '%a %u' "$entry")" "600 $EUID"
    done
    plant
    echo '{}' >"$entries/tuned.json"
    chmod 0666 "$entries/tuned.json"
    fails 1 "run-time error: tuned choices are kept in the cache's folder: tuned.json: others can write to \
'tuned.json', whose mode is 0666" run vicsek --r 4 --device cpu --tuned
    rm "$entries/tuned.json" && mkfifo "$entries/tuned.json"
    fails 1 "run-time error: tuned choices are kept in the cache's folder: tuned.json: it is no regular file" \
        run vicsek --r 4 --device cpu --tuned
}
link_to_copy() { cp "$1" copy.so && ln -sf "$PWD/copy.so" "$1"; }
chown_away() { chown 12345 "$1"; }

# Without a cache a source that fails is kept in a new folder, whatever lies where others would expect it.
failed_sources_follow_no_link() {
    local kept
    mkdir shared
    chmod 1777 shared
    CC=false TMPDIR=$PWD/shared HOME='' XDG_CACHE_HOME='' nbbgen run vicsek --r 4 --no-cache --device cpu
    kept=${err##* }
    like "the kept source's path" "$kept" "$PWD/shared/nbbgen-??????/nbb_vicsek_*.c"
    same "its folder's mode" "$(stat -c %a "${kept%/*}")" 700
    echo mine >victim
    ln -s "$PWD/victim" "shared/${kept##*/}"
    CC=false TMPDIR=$PWD/shared HOME='' XDG_CACHE_HOME='' nbbgen run vicsek --r 4 --no-cache --device cpu
    same "the victim" "$(<victim)" mine
    chmod 0777 shared
    TMPDIR=$PWD/shared fails 4 "device or compiler error: $PWD/shared/nbbgen-*: others can write to 'shared', whose \
mode is 0777; set TMPDIR to a folder of your own*" run vicsek --r 4 --no-cache --device cpu --quiet
    rm -r shared
}

# Several at once: each gets its result, and whole entries remain.
concurrent_runs() {
    local i
    rm -rf "$entries"
    for i in 1 2 3 4; do
        "$NBBGEN" run vicsek --r 5 --digest --json --quiet >"$scratch/out.$i" 2>&1 &
    done
    wait
    cp "$scratch/out.1" "$scratch/out"
    command="four runs at once"
    for i in 2 3 4; do
        same "digest" "$("$NBB_JSONGET" "$scratch/out.$i" digest)" "$(json digest)"
    done
    same "files" "$(find "$entries" -type f | wc -l)" 1
}

# Past 256 MiB what was used longest ago goes, at the next module that is compiled.
old_modules_go() {
    local i entry
    rm -rf "$entries"
    cached miss
    entry=$(find "$entries" -type f)
    for i in 1 2 3; do
        truncate -s 100M "$entries/0000000000000000000000000000000$i.so"
        touch -a -d "2020-01-0$i" "$entries/0000000000000000000000000000000$i.so"
    done
    echo '{}' >"$entries/tuned.json"
    truncate -s 100M "$entries/00000000000000000000000000000009"  # no entry: its name has no end
    touch -a -d 2019-01-01 "$entries/tuned.json" "$entries/00000000000000000000000000000009" "$entry"
    cached hit
    same "files after a hit" "$(find "$entries" -type f | wc -l)" 6
    cached miss --rule B3/S23
    same "the old ones left" "$(cd "$entries" && echo 0000000000000000000000000000000?.so)" \
        "00000000000000000000000000000002.so 00000000000000000000000000000003.so"
    same "files" "$(find "$entries" -type f | wc -l)" 6
    cached hit
}

modules_are_kept
noexec_compiles_elsewhere
no_cache_keeps_nothing
for how in flip_a_byte cut_short make_empty make_text make_pipe; do
    damaged $how
done
unusable_folders_warn
folders_of_others_are_left
files_of_others_are_removed
failed_sources_follow_no_link
concurrent_runs
old_modules_go
finish
