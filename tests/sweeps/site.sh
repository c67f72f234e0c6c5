#!/usr/bin/env bash
# site.sh - docs/site.sh makes a page of each page, and what they link to on the site is there, titles too. Takes MkDocs from
# PyPI where there is none.
set -euo pipefail
: "${NBB_SOURCE_DIR:=$(readlink -f -- "${BASH_SOURCE[0]%/*}/../..")}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
links=0

wrong() {
    echo "$*"
    bad=1
}

# "PAGE TARGET" of each link of the site to itself, once.
linked() {
    find . -name '*.html' ! -name 404.html -exec grep -HoE '(href|src)="[^":]*"' {} + |
        sed -E 's/:(href|src)="/ /; s/"$//' | sort -u
}

# link PAGE TARGET
link() {
    local file=${2%%[#?]*} title=
    [[ $2 != *#?* ]] || title=${2#*#}
    file=${file:+${1%/*}/$file}
    file=${file:-$1}
    links=$((links + 1))
    if [[ ! -e $file ]]; then
        wrong "$1: nothing is at $2"
    elif [[ -n $title ]] && ! grep -qF "id=\"$title\"" "$file"; then
        wrong "$1: there is no title for $2"
    fi
}

"$NBB_SOURCE_DIR/docs/site.sh" "$work" >"$work/said"
for page in "$NBB_SOURCE_DIR"/docs/*.md; do
    page=${page#"$NBB_SOURCE_DIR"/}
    [[ -s $work/${page%.md}.html ]] || wrong "no page of $page"
done
cd "$work"
while read -r page target; do
    link "$page" "$target"
done < <(linked)
[[ $links -gt 100 ]] || wrong "$links links: at least 100 are expected"
echo "$links links"
exit "$bad"
