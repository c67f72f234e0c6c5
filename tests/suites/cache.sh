#!/usr/bin/env bash
# cache.sh - compiled modules are kept and found again; a damaged entry or an unusable folder costs a
# compilation only.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
export XDG_CACHE_HOME=$scratch/cache
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
flip_a_byte() { printf '\377' | dd of="$1" bs=1 seek=3000 conv=notrunc status=none; }
cut_short() { truncate -s -100 "$1"; }
make_empty() { : >"$1"; }
make_text() { echo "not a module" >"$1"; }

unusable_folders_warn() {
    XDG_CACHE_HOME=/dev/null cached miss
    like "warning" "$err" "nbbgen: warning: compiled modules are not kept: /dev/null/nbbgen: cannot be created: *"
    XDG_CACHE_HOME="" HOME="" cached miss
    like "warning" "$err" "nbbgen: warning: compiled modules are not kept: neither XDG_CACHE_HOME nor HOME is set *"
    XDG_CACHE_HOME="" HOME=$scratch/home cached miss
    same "files below HOME" "$(find "$scratch/home/.cache/nbbgen" -type f | wc -l)" 1
    TMPDIR=$scratch/no fails 4 "device or compiler error: $scratch/no/nbbgen-*: cannot be created: *; set TMPDIR *" \
        run vicsek --r 3 --quiet --no-cache
    mkdir "$scratch/tmp"
    TMPDIR=$scratch/tmp cached miss --no-cache
    same "files left in TMPDIR" "$(ls "$scratch/tmp")" ""
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
    touch -a -d 2019-01-01 "$entries/tuned.json" "$entry"
    cached hit
    same "files after a hit" "$(find "$entries" -type f | wc -l)" 5
    cached miss --rule B3/S23
    same "the old ones left" "$(cd "$entries" && echo 0000000000000000000000000000000?.so)" \
        "00000000000000000000000000000002.so 00000000000000000000000000000003.so"
    same "files" "$(find "$entries" -type f | wc -l)" 5
    cached hit
}

modules_are_kept
no_cache_keeps_nothing
for how in flip_a_byte cut_short make_empty make_text; do
    damaged $how
done
unusable_folders_warn
concurrent_runs
old_modules_go
finish
