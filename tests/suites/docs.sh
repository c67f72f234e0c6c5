#!/usr/bin/env bash
# docs.sh - README.md fits 8 kB, links of the pages lead somewhere, the command lines shown run (with small levels), and
# those behind a "$" print what the page shows.
# labels: slow
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export NBBGEN_LIBCUDA=/nowhere/libcuda.so  # whatever machine this is
cd "$NBB_SOURCE_DIR"
failures=0
count=0
pages=(README.md CONTRIBUTING.md CHANGELOG.md docs/*.md)

wrong() {
    echo "$*"
    failures=$((failures + 1))
}

# The anchors of page $1, as GitHub makes them of titles.
anchors() {
    sed -nE '/^    /d; s/^#+ //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# link PAGE TARGET
link() {
    local file=${2%%#*} anchor=
    [[ $2 != *#* ]] || anchor=${2#*#}
    file=${file:+$(dirname "$1")/$file}
    file=${file:-$1}
    if [[ ! -e $file ]]; then
        wrong "$1: there is no file for the link $2"
    elif [[ -n $anchor ]] && ! anchors "$file" | grep -qxF "$anchor"; then
        wrong "$1: there is no title for the link $2"
    fi
}

check_links() {
    local page target
    for page in "${pages[@]}"; do
        while read -r target; do
            [[ $target == *://* ]] || link "$page" "$target"
        done < <(sed '/^    /d' "$page" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' || true)
    done
}

# The commands shown: indented lines and code in sentences that begin with ./nbbgen, without comments.
# shellcheck disable=SC2016  # backquotes of Markdown
commands() {
    {
        sed -nE 's/^    (\.\/nbbgen .*)$/\1/p' "$@" | sed 's/  *#.*//'
        cat "$@" | sed '/^    /d' | tr '\n' ' ' | grep -oE '`\./nbbgen [^`]+`' | tr -d '`'
    } | sort -u
}

# The same command with levels, sides and samples so small that the processor is done at once.
small() {
    sed -E 's/--r ([5-9]|[0-9]{2}|[0-9]+\.\.[0-9]+)( |$)/--r 4\2/; s/--n [0-9,]+/--n 70/; s/(triangle|tetrahedron)@[0-9.,]+/\1@40,70/g
            s/(sierpinski|vicsek)@[0-9.,]+/\1@4/g
            s/--device cuda/--device cpu/; s/^.\/nbbgen bench.*/& --samples 1 --no-rates/' <<<"$1"
}

# Runs a command, or where it measures for long, or takes what such a command left, has its options read: a device
# that there is not is the last of them.
run_command() {
    local words long=
    [[ ! $1 =~ --(set|tune) ]] || long=1
    read -ra words <<<"$(small "$1")${long:+ --device nowhere}"
    if "$NBBGEN" "${words[@]:1}" </dev/null >out 2>&1; then
        [[ -z $long ]] || wrong "'$1': there is no device nowhere"
    elif [[ -z $long ]] || ! grep -qF -- '--device nowhere: expected' out; then
        wrong "'$1', as ${words[*]}: $(tail -n 2 out)"
    fi
}

run_commands() {
    local command
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs} "$folder"
    commands README.md docs/*.md >"$folder/commands"
    cd "$folder"
    count=$(wc -l <commands)
    [[ -z ${NBB_QUICK:-} ]] || sed -i -n '1~6p' commands
    while read -r command; do
        run_command "$command"
    done <commands
}

# sessions PAGE: its lines behind "    $ " and what they print, each line without the four blanks.
sessions() {
    awk '/^    \$ / { inside = 1 } !/^    / { inside = 0 } inside { print substr($0, 5) }' "$1"
}

# show COMMAND PRINTED: runs the command; "..." of what is to be printed stands for anything.
show() {
    local got pattern
    [[ -n $1 ]] || return 0
    shown=$((shown + 1))
    got=$(bash -c "$1" </dev/null 2>message | sed 's/ *$//') || true
    pattern=$(sed 's/[][*?\\]/\\&/g; s/\.\.\./*/g' <<<"$2")
    # shellcheck disable=SC2053  # a pattern is meant
    [[ $got == $pattern ]] || wrong "'$1' prints"$'\n'"$got"$'\n'"$(<message)"$'\n'"and the page shows"$'\n'"$2"
}

# The sessions of page $1, in a folder of its own, where ./nbbgen is the program.
run_sessions() {
    local line command='' printed=''
    cd "$(mktemp -d "$folder/page.XXXXXX")"
    ln -s "$NBB_SOURCE_DIR"/{examples,fractals,programs} .
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$NBBGEN" >nbbgen
    chmod +x nbbgen
    while IFS= read -r line; do
        if [[ $line == '$ '* ]]; then
            show "$command" "$printed"
            command=${line#'$ '} printed=''
        else
            printed+=${printed:+$'\n'}$line
        fi
    done < <(sessions "$1")
    show "$command" "$printed"
}

run_all_sessions() {
    local page
    for page in "$NBB_SOURCE_DIR"/{README.md,docs/*.md}; do
        run_sessions "$page"
    done
}

[[ $(wc -c <README.md) -le 8192 ]] || wrong "README.md has $(wc -c <README.md) bytes, more than 8192"
check_links
run_commands
shown=0
run_all_sessions
[[ $shown -ge 20 ]] || wrong "only $shown commands are shown with what they print"
[[ $count -ge 20 ]] || wrong "only $count commands found in the pages"
echo "$count commands, $shown with what they print, $failures failures"
[[ $failures -eq 0 ]]
